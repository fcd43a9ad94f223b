import { FieldView } from '#kit/ui/field-view.tsx';
import { Loaded } from '#kit/ui/loaded.tsx';
import { onboardingContract } from '../contract.ts';

const { readBusinessData } = onboardingContract;

/** Whether the organisation, or the franchisee, is who it says: without that nothing is paid out. */
function RealNameState() {
  return (
    <Loaded call={[readBusinessData, {}]} skeleton="nothing">
      {(data) => <FieldView of={readBusinessData} data={data} path="state" />}
    </Loaded>
  );
}

const links: PageSlots['accountLinks'] = [
  {
    rank: 40,
    to: '/authentication',
    icon: 'shield',
    label: 'onboarding:screen.authentication',
    Value: RealNameState,
    needs: readBusinessData,
  },
];

export default links;
