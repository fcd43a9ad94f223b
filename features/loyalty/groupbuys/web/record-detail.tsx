import { Stack } from '@mantine/core';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { DetailRowSpec, DetailTimeline } from '#kit/pages/detail-definition.ts';
import { Happened, Rows } from '#kit/pages/detail-parts.tsx';
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

const timeline: DetailTimeline<Verification> = { of: 'steps', text: 'state', at: 'at', by: 'userName' };

/** One verification, with every step that it went through. */
export function RecordDetail({ id }: { id: string }) {
  return (
    <Loaded call={[readVerification, { id }]} skeleton="block">
      {(data) => {
        const subject = { schema: readVerification.output, texts: 'groupbuys:field', data };
        return (
          <Stack>
            <Rows rows={rows} subject={subject} />
            <Happened timeline={timeline} subject={subject} />
          </Stack>
        );
      }}
    </Loaded>
  );
}
