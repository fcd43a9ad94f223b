import type { DeviceRecordLine } from '#features/machines/fleet/contract.ts';
import type { Translate } from '#kit/ui/i18n.ts';

type Data = Record<string, unknown>;
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);

function commandText(t: Translate, data: Data): (string | undefined)[] {
  const command = textOf(data.command);
  const state = textOf(data.state);
  const counted = numberOf(data.counted);
  const asked = numberOf(data.asked);
  return [
    command && t(`devices:command.${command}`),
    state && t(`settings:command.state.${state}`),
    counted === undefined
      ? undefined
      : asked === undefined
        ? t('settings:command.counted', { counted })
        : t('settings:command.countedOf', { asked, counted }),
    textOf(data.reason) && t(`devices:failure.${data.reason}`),
  ];
}

function settingsText(t: Translate, data: Data): (string | undefined)[] {
  const state = textOf(data.state);
  const version = numberOf(data.version);
  return [
    state && t(`settings:log.settings.${state}`),
    version === undefined ? undefined : t('settings:log.version', { version }),
    textOf(data.reason) && t(`settings:failure.${data.reason}`),
  ];
}

/** What a line of the log says besides its kind. */
export function recordDetail(t: Translate, { kind, data }: Pick<DeviceRecordLine, 'kind' | 'data'>): string {
  const lane = numberOf(data.lane);
  const amount = numberOf(data.amount);
  const parts =
    kind === 'command'
      ? commandText(t, data)
      : kind === 'settings'
        ? settingsText(t, data)
        : [
            textOf(data.code) && t(`devices:fault.${data.code}.name`),
            lane === undefined ? undefined : t('settings:log.lane', { lane }),
            amount === undefined ? undefined : t('settings:log.amount', { amount }),
            textOf(data.detail),
          ];
  return [...parts, textOf(data.userName)].filter(Boolean).join(' · ');
}
