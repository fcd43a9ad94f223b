import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { CallError } from '#kit/contract/client.ts';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { failureMessage } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { Icon } from '#kit/ui/icons.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { toast } from '#kit/ui/toast.ts';
import { reportsContract } from '../contract.ts';
import { addressOf } from './report-filters.ts';

/** What the page shows, on paper. */
export function PdfButton({ input }: { input: InputOf<typeof reportsContract.readSummary> }) {
  const t = useText();
  const [query] = useSearchParams();
  const [working, setWorking] = useState(false);
  const download = async () => {
    setWorking(true);
    try {
      const path = addressOf(reportsContract.printStatistics.path, { ...input, by: query.get('by') });
      const response = await client.request(path, { method: 'GET' });
      if (!response.ok) {
        const answer = (await response.json().catch(() => undefined)) as { msg?: string } | undefined;
        throw new CallError(answer?.msg ?? '', response.status);
      }
      saveFile(`${document.title}.pdf`, await response.blob());
    } catch (error) {
      toast.failure(failureMessage(error));
    } finally {
      setWorking(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      loading={working}
      onClick={() => void download()}
    >
      {t('reports:print.pdf')}
    </Button>
  );
}
