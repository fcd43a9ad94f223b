import { Stack } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { DetailRowSpec, DetailTimeline } from '#kit/pages/detail-definition.ts';
import { Happened, Rows } from '#kit/pages/detail-parts.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { groupBuysContract } from '../contract.ts';

const { readVerification } = groupBuysContract;
type Verification = OutputOf<typeof readVerification>;

const rows: readonly DetailRowSpec<Verification>[] = [
  'state',
  { key: 'problem', visible: ({ problem }) => problem !== null },
  'worthText',
  'amountFen',
  'playerName',
  { key: 'playerPhone', visible: ({ playerPhone }) => playerPhone !== null },
  'codeEnd',
  'storeName',
  'fieldName',
  'entrance',
  { key: 'userName', visible: ({ userName }) => userName !== null },
  { key: 'cancelUntil', visible: ({ cancelUntil, cancellable }) => cancellable && cancelUntil !== null },
  { key: 'cancelReason', visible: ({ cancelReason }) => cancelReason !== null },
  { key: 'lossFen', visible: ({ lossFen }) => lossFen !== null },
  { key: 'settledFen', visible: ({ settledFen }) => settledFen !== null },
];

interface Steps {
  steps: { title: string; at: string; userName: string | null }[];
}
const timeline: DetailTimeline<Steps> = { of: 'steps', text: 'title', at: 'at', by: 'userName' };

/** One verification, with every step that it went through. */
export function RecordDetail({ id }: { id: string }) {
  const t = useText();
  return (
    <Loaded call={[readVerification, { id }]} skeleton="block">
      {(data) => {
        const subject = { schema: readVerification.output, texts: 'groupbuys:field', data };
        const steps = data.steps.map(({ state, text, ...step }) => ({
          ...step,
          title: [t(`groupbuys:verificationState.${state}`), text].filter(Boolean).join(' · '),
        }));
        return (
          <Stack>
            <Rows rows={rows} subject={subject} />
            <Happened timeline={timeline} subject={{ ...subject, data: { steps } }} />
          </Stack>
        );
      }}
    </Loaded>
  );
}
