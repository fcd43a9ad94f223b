import { Button } from '@mantine/core';
import { onboardingContract } from '#features/money/onboarding/contract.ts';
import { useAct } from '#kit/ui/api.ts';
import { appConfigStore } from '#kit/ui/app-config.ts';
import { useText } from '#kit/ui/i18n.ts';
import { useStore } from '#kit/ui/store.ts';

/** In a demo nobody has papers to show, and nobody sits there to look at them. */
export function SamplePapers() {
  const { demo } = useStore(appConfigStore);
  return demo ? <HandIn /> : null;
}

function HandIn() {
  const t = useText();
  const handIn = useAct(onboardingContract.handInSamplePapers, { success: 'home:start.papersPassed' });
  return (
    <Button variant="light" color="grape" loading={handIn.isPending} onClick={() => handIn.mutate({})}>
      {t('home:start.samplePapers')}
    </Button>
  );
}
