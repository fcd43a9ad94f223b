import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { type WizardDefinition, WizardPage, type WizardStep } from '#kit/pages/wizard-page.tsx';
import { client } from '#kit/ui/client.ts';
import { settingsContract } from '../contract.ts';
import { BatchPreview } from './batch-preview.tsx';
import { batchValues } from './batch-steps.tsx';

/** Choose, see the difference, send. Where it goes from there is the batch's own page. */
export function BatchWizard({
  id,
  steps,
  initial,
}: {
  id: string;
  steps: readonly WizardStep[];
  initial?: object;
}) {
  const navigate = useNavigate();
  const definition: WizardDefinition = useMemo(
    () => ({
      id,
      steps,
      initial,
      summary: (values) => <BatchPreview values={batchValues(values)} />,
      submitLabel: 'settings:page.send',
      submit: async (values) => {
        const { equipmentIds, settings } = batchValues(values);
        const { batchId } = await client.call(settingsContract.startBatch, { equipmentIds, settings });
        void navigate(`/batchModify?batchId=${batchId}`, { replace: true });
      },
    }),
    [id, steps, initial, navigate],
  );
  return <WizardPage definition={definition} />;
}
