import type { SystemMessage } from '#features/base/content/server/public.ts';
import { durationText } from '#kit/kernel/duration.ts';
import type { Language } from '#kit/kernel/language.ts';
import { inChina } from '#kit/kernel/time.ts';
import { isFaultCode } from '#kit/protocol/faults.ts';
import type { Texts } from '#kit/server/texts.ts';
import type { AlertRow, NewAlert } from './alert-queries.ts';

type Described = Pick<AlertRow, 'kind' | 'subject' | 'severity' | 'data' | 'deviceId'>;

/** Gifts run low in the warehouse too, which is no machine; what a known fault means for play is said in words. */
function variantOf({ kind, subject, severity, deviceId }: Described): string {
  if (kind === 'lowGift' && deviceId === null) return 'lowGift.warehouse';
  if (kind === 'fault' && isFaultCode(subject))
    return severity === 'severe' ? 'fault.stopped' : 'fault.running';
  return kind;
}

const faultKey = ({ kind, subject }: Described, part: 'name' | 'help'): string | undefined =>
  kind === 'fault' && isFaultCode(subject) ? `devices:fault.${subject}.${part}` : undefined;

/** What is wrong and what to do, in one language. */
export function describe(texts: Texts, language: Language, alert: Described, until: Date) {
  const { kind, data } = alert;
  const say = (key: string, params?: Record<string, string | number>) => texts.say(language, key, params);
  const detail =
    kind === 'offline' && data.seenAt
      ? offlineDetail(say, String(data.seenAt), until)
      : say(`alerts:kind.${variantOf(alert)}.detail`, paramsOf(texts, language, alert));
  return {
    title: say(faultKey(alert, 'name') ?? `alerts:kindName.${kind}`),
    detail:
      data.mendedBy === undefined
        ? detail
        : `${detail} · ${say('alerts:list.again', { name: data.mendedBy })}`,
    help: say(faultKey(alert, 'help') ?? `alerts:kind.${kind}.help`),
  };
}

type Say = (key: string, params?: Record<string, string | number>) => string;

/** How long it has been away by now, or was when it ended. */
function offlineDetail(say: Say, seenAt: string, until: Date): string {
  const seen = new Date(seenAt);
  return say('alerts:kind.offline.away', {
    duration: durationText(say, until.getTime() - seen.getTime()),
    at: inChina(seen).toISOString().slice('yyyy-'.length, 'yyyy-mm-ddThh:mm'.length).replace('T', ' '),
  });
}

function paramsOf(texts: Texts, language: Language, { subject, data }: Described) {
  return {
    ...data,
    subject,
    ...(data.counter && { counter: texts.say(language, `devices:counter.${data.counter}`) }),
  };
}

const hubOf = (deviceId: string) => `/machineSetting?equipmentId=${deviceId}`;
const listOf = (siteId: string | null, kind: string) =>
  siteId ? `/alerts?fieldId=${siteId}&kind=${kind}` : `/alerts?kind=${kind}`;

/** The message about alerts of one kind at one site: of a single machine in full, of several their number. */
export function messageOf(
  texts: Texts,
  alerts: readonly NewAlert[],
  site: string,
): Omit<SystemMessage, 'audience'> {
  const [first] = alerts as [NewAlert];
  const { kind, deviceId, severity, siteId } = first;
  const level = severity === 'severe' ? 'warning' : 'notice';
  if (alerts.length > 1)
    return {
      titleKey: `alerts:kindName.${kind}`,
      bodyKey: siteId === null ? 'alerts:message.manyElsewhere' : 'alerts:message.many',
      params: { site, count: alerts.length },
      level,
      link: listOf(siteId, kind),
    };
  const { number = '', name = '' } = first.data;
  const titleKey = faultKey(first, 'name') ?? `alerts:kindName.${kind}`;
  return {
    titleKey: texts.has('zh-cn', titleKey) ? titleKey : `alerts:kindName.${kind}`,
    bodyKey: `alerts:kind.${variantOf(first)}.told`,
    params: {
      ...first.data,
      subject: first.subject,
      place: number === '' ? site : `${site} #${number} ${name}`.trim(),
    },
    level,
    link: deviceId ? hubOf(deviceId) : listOf(siteId, kind),
  };
}
