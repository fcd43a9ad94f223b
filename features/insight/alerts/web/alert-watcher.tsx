import { useRef } from 'react';
import { client } from '#kit/ui/client.ts';
import { type Translate, useText } from '#kit/ui/i18n.ts';
import { useLive } from '#kit/ui/live.ts';
import { useCan } from '#kit/ui/session.ts';
import { toast } from '#kit/ui/toast.ts';
import { alertOpened } from '../contract/kinds.ts';
import { type AlertRecord, alertsContract } from '../contract.ts';
import { placeOf } from './alert-place.ts';
import { foldAlerts, type Notice } from './fold-alerts.ts';

const shownMs = 6000;
const namedAtMost = 3;

function wordsOf(t: Translate, { title, alerts }: Notice<AlertRecord>): string {
  const [only] = alerts;
  if (alerts.length === 1 && only)
    return [title, placeOf(t, only), only.fieldName].filter(Boolean).join(' · ');
  const places = alerts
    .slice(-namedAtMost)
    .map((alert) => placeOf(t, alert))
    .join(t('kit:unit.comma'));
  return t('alerts:news.several', { title, count: alerts.length, places });
}

/** Severe alerts that open are said on whatever page the person is, if they are at one of their sites. */
export default function AlertWatcher() {
  const t = useText();
  const maySee = useCan(alertsContract.alertSummary);
  const notices = useRef<Notice<AlertRecord>[]>([]);
  useLive(alertOpened, async ({ ids, severe }) => {
    if (!maySee || !severe) return;
    const summary = await client.call(alertsContract.alertSummary, {}).catch(() => undefined);
    const fresh =
      summary?.latest.filter((alert) => ids.includes(alert.id) && alert.severity === 'severe') ?? [];
    const folded = foldAlerts(notices.current, fresh, Date.now(), shownMs);
    notices.current = folded.notices;
    for (const notice of folded.changed) toast.news(`alert ${notice.title}`, wordsOf(t, notice), shownMs);
  });
  return null;
}
