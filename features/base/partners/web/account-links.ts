import { partnersContract } from '../contract.ts';

const links: PageSlots['accountLinks'] = [
  {
    rank: 50,
    to: '/shmc',
    icon: 'id',
    label: 'partners:screen.merchantName',
    needs: partnersContract.requestNameChange,
    inSettings: true,
  },
  {
    rank: 60,
    to: '/setservice',
    icon: 'phone',
    label: 'partners:screen.serviceContact',
    needs: partnersContract.saveServiceContact,
    inSettings: true,
  },
];
export default links;
