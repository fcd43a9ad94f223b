import { vendingContract } from '../contract.ts';

const commands: PageSlots['machineCommands'] = { lets: 'goods', needs: vendingContract.testLane };

export default commands;
