import { Group } from '@mantine/core';
import { meaningOf } from '#kit/contract/meaning.ts';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { type AlertRecord, alertRecord } from '../contract.ts';

const severity = meaningOf(alertRecord.shape.severity);
const state = meaningOf(alertRecord.shape.state);

/** How bad it is, and beside it how it stands once somebody takes care: that makes it no less bad. */
export const AlertBadge = ({ alert }: { alert: AlertRecord }) => (
  <Group component="span" gap={4} wrap="nowrap">
    <MeaningView meaning={severity} row={alert} path="severity" />
    {alert.state !== 'open' && <MeaningView meaning={state} row={alert} path="state" />}
  </Group>
);
