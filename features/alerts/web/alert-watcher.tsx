import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { useLive } from '#kit/ui/live.ts';
import { useCan } from '#kit/ui/session.ts';
import { toast } from '#kit/ui/toast.ts';
import { alertOpened } from '../contract/kinds.ts';
import { alertsContract } from '../contract.ts';
import { placeOf } from './alert-place.ts';

const shownMs = 6000;

/** A severe alert that opens is said on whatever page the person is, if it is at one of their sites. */
export default function AlertWatcher() {
  const t = useText();
  const maySee = useCan(alertsContract.alertSummary);
  useLive(alertOpened, async ({ ids, severe }) => {
    if (!maySee || !severe) return;
    const summary = await client.call(alertsContract.alertSummary, {}).catch(() => undefined);
    const fresh = summary?.latest.find((alert) => ids.includes(alert.id) && alert.severity === 'severe');
    if (fresh)
      toast.info([fresh.title, placeOf(t, fresh), fresh.fieldName].filter(Boolean).join(' · '), shownMs);
  });
  return null;
}
