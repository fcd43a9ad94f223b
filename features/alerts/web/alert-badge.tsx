import { meaningOf } from '#kit/contract/meaning.ts';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import { type AlertRecord, alertRecord } from '../contract.ts';

const severity = meaningOf(alertRecord.shape.severity);
const state = meaningOf(alertRecord.shape.state);

/** How bad it is while nobody takes care of it, then how it stands. */
export const AlertBadge = ({ alert }: { alert: AlertRecord }) =>
  alert.state === 'open' ? (
    <MeaningView meaning={severity} row={alert} path="severity" />
  ) : (
    <MeaningView meaning={state} row={alert} path="state" />
  );
