import type { Translate } from '#kit/ui/i18n.ts';
import type { CommandRecord, DeviceRecordLine } from '../contract/control.ts';

type Data = Readonly<Record<string, unknown>>;

const textOf = (data: Data, name: string): string | undefined => {
  const value = data[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

/** `3 of 5`, where the machine counted; nothing where there was nothing to count. */
export function countedText(t: Translate, asked: unknown, counted: unknown): string | undefined {
  if (typeof asked !== 'number') return undefined;
  return typeof counted === 'number'
    ? t('devices:record.counted', { asked, counted })
    : t('devices:record.asked', { asked });
}

/** What stands behind the name of a log line: which fault, how many, from where to where. */
export function recordDetails(t: Translate, { kind, data }: Pick<DeviceRecordLine, 'kind' | 'data'>): string {
  const parts: (string | undefined)[] = [];
  const code = textOf(data, 'code');
  const reason = textOf(data, 'reason');
  const amount = textOf(data, 'amount');
  const lane = textOf(data, 'lane');
  const state = textOf(data, 'state');
  if (kind === 'fault' || kind === 'faultCleared') parts.push(code && t(`devices:fault.${code}.name`));
  else if (kind === 'offline') parts.push(reason && t(`devices:away.${reason}`));
  else if (kind === 'moved')
    parts.push(
      t('devices:record.moved', {
        from: textOf(data, 'from') ?? '',
        to: textOf(data, 'to') ?? '',
        number: textOf(data, 'number') ?? '',
      }),
    );
  else if (kind === 'registered')
    parts.push(t('devices:record.number', { number: textOf(data, 'number') ?? '' }));
  else if (kind === 'command') {
    const command = textOf(data, 'command');
    parts.push(command && t(`devices:command.${command}`), state && t(`devices:commandState.${state}`));
    parts.push(countedText(t, data.asked, data.counted), reason && t(`devices:failure.${reason}`));
  } else if (kind === 'settings') {
    parts.push(t('devices:record.version', { version: textOf(data, 'version') ?? '' }));
    parts.push(state && t(`devices:settingsState.${state}`));
  } else if (kind === 'counterOdd') {
    const counter = textOf(data, 'counter');
    parts.push(counter && t(`devices:counter.${counter}`));
    parts.push(`${textOf(data, 'before') ?? ''} → ${textOf(data, 'reported') ?? ''}`);
  } else {
    parts.push(amount && t('devices:record.amount', { amount }), lane && t('devices:record.lane', { lane }));
    parts.push(textOf(data, 'detail'));
  }
  parts.push(textOf(data, 'user') ?? textOf(data, 'userName'));
  return parts.filter(Boolean).join(' · ');
}

/** Its numbers, as they were asked: `20 · lane 3`. */
export const commandDetails = (t: Translate, { parameters }: Pick<CommandRecord, 'parameters'>): string =>
  [
    textOf(parameters, 'amount') && t('devices:record.amount', { amount: textOf(parameters, 'amount')! }),
    textOf(parameters, 'lane') && t('devices:record.lane', { lane: textOf(parameters, 'lane')! }),
  ]
    .filter(Boolean)
    .join(' · ');
