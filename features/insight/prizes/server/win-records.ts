import { expectedWinRate, prizeTypes, rateSettings } from '#features/insight/alerts/server/public.ts';
import { sumCountersSince } from '#features/machines/devices/server/public.ts';
import { lastChangesOf, readManyDeviceSettings } from '#features/machines/settings/server/public.ts';
import type { Days } from '#kit/kernel/days.ts';
import type { Language } from '#kit/kernel/language.ts';
import { pick } from '#kit/kernel/pick.ts';
import { addDays, startOfDay } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { Texts } from '#kit/server/texts.ts';
import { judgeWins, shareOf, verdictWords, type Wins } from '../rules/win-verdict-rules.ts';

export interface SetRate {
  /** undefined where only skill decides */
  rate: number | undefined;
  /** the day after the last change, where that was inside the days that are looked at */
  judgedFrom: string | null;
}

interface Machine {
  tenantId: string;
  deviceId: string;
  type: DeviceType;
}

const hasPrizes = ({ type }: Machine) => (prizeTypes as readonly DeviceType[]).includes(type);

/** How often machines should be won by their settings, and since when that is so. */
export async function readSetRates(
  reader: Reader,
  scope: Scope,
  machines: readonly Machine[],
  { from }: Days,
): Promise<Map<string, SetRate>> {
  const asked = [
    ...new Map(machines.filter(hasPrizes).map((machine) => [machine.deviceId, machine])).values(),
  ];
  const [settings, changes] = await Promise.all([
    readManyDeviceSettings(reader, scope, asked),
    lastChangesOf(
      reader,
      scope,
      asked.map(({ deviceId }) => deviceId),
      // a day of a site may begin earlier than here
      { since: startOfDay(addDays(from, -1)), names: rateSettings },
    ),
  ]);
  return new Map(
    asked.map(({ deviceId, type }) => {
      const changedOn = changes.get(deviceId)?.day;
      return [
        deviceId,
        {
          rate: expectedWinRate(type, settings.get(deviceId) ?? {}),
          judgedFrom: changedOn && changedOn >= from ? addDays(changedOn, 1) : null,
        },
      ];
    }),
  );
}

/** Plays and wins since the rate last changed, of machines where it did; with a site, what they counted there. */
export async function winsSinceChange(
  reader: Reader,
  scope: Scope,
  rates: ReadonlyMap<string, SetRate>,
  { to }: Days,
  atSiteId: string | undefined,
): Promise<(deviceId: string) => Wins> {
  const since = new Map(
    [...rates].flatMap(([deviceId, { judgedFrom }]) => (judgedFrom ? [[deviceId, judgedFrom] as const] : [])),
  );
  const found = new Map<string, Wins>();
  const counters = ['plays', 'prizesOut'];
  for (const { deviceId, siteId, counter, amount } of await sumCountersSince(reader, scope, since, {
    to,
    counters,
  })) {
    if (atSiteId && siteId !== atSiteId) continue;
    const sum = found.get(deviceId) ?? { plays: 0, wins: 0 };
    if (counter === 'plays') sum.plays += amount;
    else sum.wins += amount;
    found.set(deviceId, sum);
  }
  return (deviceId) => found.get(deviceId) ?? { plays: 0, wins: 0 };
}

/** The fields `wins` of the contract: what was counted, and what of it is compared with what is set. */
export function winRecord(
  texts: Texts,
  language: Language,
  counted: Wins,
  set: SetRate = { rate: undefined, judgedFrom: null },
  judged: Wins = counted,
) {
  const found = judgeWins(judged, set.rate);
  const { key, params } = verdictWords(found);
  return {
    plays: counted.plays,
    wins: counted.wins,
    winRate: shareOf(counted.wins, counted.plays),
    setRate: set.rate === undefined ? null : Math.round(set.rate * 10_000),
    judgedFrom: set.judgedFrom,
    ...pick(found, 'likelyFrom', 'likelyTo', 'verdict'),
    words: texts.say(language, key, params),
  };
}
