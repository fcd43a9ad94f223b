import { coinsContract } from '../contract.ts';

const { dispenseCoins } = coinsContract;

const commands: PageSlots['machineCommands'] = {
  lets: 'coins',
  needs: dispenseCoins,
  call: {
    name: 'dispense',
    endpoint: dispenseCoins,
    fits: (type) => type === 'exchange',
    parameters: dispenseCoins.input.pick({ number: true }),
    input: (equipmentId, { number }) => ({ equipmentId, number: Number(number) }),
  },
};

export default commands;
