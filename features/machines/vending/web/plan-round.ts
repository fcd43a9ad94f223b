import { isGone } from '#features/machines/gifts/web/public.ts';
import { act } from '#kit/ui/api.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { vendingContract } from '../contract.ts';

/** The prizes of these machines, filled up on one round. */
const actions: PageSlots['placementActions'] = [
  {
    label: 'gifts:placement.planRound',
    icon: 'truck',
    needs: vendingContract.createRound,
    visible: (rows) => rows.every((row) => !isGone(row)),
    async run(rows) {
      const equipmentIds = rows.map(({ equipmentId }) => equipmentId);
      const { id } = await act(vendingContract.createRound, { equipmentIds });
      navigation.go(`/replenishment?roundId=${id}`);
    },
  },
];

export default actions;
