import { useSearchParams } from 'react-router';
import type { InputOf } from '#kit/contract/endpoint.ts';
import { DownloadButton } from '#kit/ui/download-button.tsx';
import { fetchFile } from '#kit/ui/fetch-file.ts';
import { useText } from '#kit/ui/i18n.ts';
import { reportsContract } from '../contract.ts';
import { addressOf } from './report-filters.ts';

/** What the page shows, on paper. */
export function PdfButton({ input }: { input: InputOf<typeof reportsContract.readSummary> }) {
  const t = useText();
  const [query] = useSearchParams();
  const address = addressOf(reportsContract.printStatistics.path, { ...input, by: query.get('by') });
  return <DownloadButton file={() => fetchFile(address)}>{t('reports:print.pdf')}</DownloadButton>;
}
