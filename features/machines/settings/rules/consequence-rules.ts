import { alarmAt, type Consequence, hundredPlays, isTyped, onceIn } from '#kit/contract/consequence.ts';

/** Another value of the machine, as it stands in the draft; undefined where it is not known (a batch rules some alone). */
export type Beside = (path: string) => unknown;

type Rule = (value: number, others: (path: string) => number | undefined) => Consequence | undefined;

const say = (text: string, params: Consequence['params']): Consequence => ({
  text: `settings:consequence.${text}`,
  params,
});

const coinsForTen: Rule = (coinsPerYuan) => say('coinsForTen', { count: coinsPerYuan * 10 });
const worthOfHundred =
  (text: 'worthOfHundred' | 'ticketsWorth'): Rule =>
  (fen) =>
    say(text, { worthFen: fen * 100 });

/** What was taken when the machine gives a prize at the latest. */
const guarantee =
  (price: string): Rule =>
  (plays, others) => {
    const priceFen = others(price);
    return plays > 0 && priceFen ? say('guarantee', { plays, takenFen: plays * priceFen }) : undefined;
  };

function bonus(coins: number | undefined, extra: number | undefined, perPlay: number | undefined) {
  if (!coins || !extra || !perPlay) return undefined;
  const plays = Math.floor(coins / perPlay);
  return say('bonus', { coins, plays, extra, all: plays + extra });
}

const pulses = (width: number | undefined, gap: number | undefined) =>
  width !== undefined && gap !== undefined
    ? say('tenPulses', { seconds: ((width + gap) * 10) / 1000 })
    : undefined;

/** What coins are worth where so many are sold for a yuan. */
const coinsFen = (coins: number, coinsPerYuan: number) => Math.round((coins * 100) / coinsPerYuan);

const lasts: Rule = (tickets, others) => {
  const perPlay = others('tickets.ticketsPerPlay');
  return perPlay ? say('lastsPlays', { count: Math.floor(tickets / perPlay) }) : undefined;
};

const ticketsFen =
  (text: 'ticketsAPlay' | 'bonusTickets'): Rule =>
  (tickets, others) => {
    const each = others('tickets.ticketValueFen');
    return each && tickets > 0 ? say(text, { worthFen: tickets * each }) : undefined;
  };

const rules: Readonly<Record<string, Rule>> = {
  'play.gameTimeS': (seconds) =>
    seconds > 0 ? say('playsAnHour', { count: Math.floor(3600 / seconds) }) : undefined,
  'play.coinsForBonus': (coins, others) =>
    bonus(coins, others('play.bonusPlays'), others('consume.coinsPerPlay')),
  'play.bonusPlays': (extra, others) =>
    bonus(others('play.coinsForBonus'), extra, others('consume.coinsPerPlay')),
  'force.payoutRate': (rate, others) => onceIn(rate, others('consume.pricePerPlay')),
  'force.guaranteeAfterPlays': guarantee('consume.pricePerPlay'),
  'needleGame.guaranteeAfterPlays': guarantee('needleGame.pricePerPlay'),
  'cells.guaranteeAfterPlays': guarantee('cells.pricePerPlay'),
  'consume.pricePerPlay': hundredPlays,
  'needleGame.pricePerPlay': hundredPlays,
  'cells.pricePerPlay': hundredPlays,
  'consume.coinsPerPlay': (coins, others) => {
    const perYuan = others('consume.coinsPerYuan');
    const priceFen = others('consume.pricePerPlay');
    return perYuan && priceFen !== undefined
      ? say('coinsAPlay', { coinsFen: coinsFen(coins, perYuan), priceFen })
      : undefined;
  },
  'consume.coinsPerYuan': coinsForTen,
  'consume.pulsesPerCoin': (perCoin, others) => {
    const coins = others('consume.coinsPerPlay');
    return coins ? say('pulsesAPlay', { count: perCoin * coins }) : undefined;
  },
  'signal.pulseWidthMs': (width, others) => pulses(width, others('signal.pulseGapMs')),
  'signal.pulseGapMs': (gap, others) => pulses(others('signal.pulseWidthMs'), gap),
  'sound.attractEveryMin': (minutes) =>
    minutes > 0 ? say('timesAnHour', { count: Math.round(60 / minutes) }) : undefined,
  'exchange.coinsPerYuan': coinsForTen,
  'exchange.maxPerDispense': (coins, others) => {
    const perYuan = others('exchange.coinsPerYuan');
    return perYuan ? say('atOnce', { worthFen: coinsFen(coins, perYuan) }) : undefined;
  },
  'notes.boxAlarmYuan': (yuan) => say('tenYuanNotes', { count: Math.floor(yuan / 10) }),
  'tickets.ticketsPerPlay': ticketsFen('ticketsAPlay'),
  'tickets.bonusTickets': ticketsFen('bonusTickets'),
  'tickets.bonusRate': (rate) => onceIn(rate),
  'tickets.ticketValueFen': worthOfHundred('ticketsWorth'),
  'tickets.stock': lasts,
  'tickets.lowAt': lasts,
  'counter.coinValueFen': worthOfHundred('worthOfHundred'),
  'counter.ticketValueFen': worthOfHundred('ticketsWorth'),
  'counter.maxPerDeposit': (pieces, others) => {
    const coinFen = others('counter.coinValueFen');
    return coinFen ? say('oneDeposit', { worthFen: pieces * coinFen }) : undefined;
  },
};

interface Stage {
  needles: number;
  timeS: number;
}

/** All stages of the needle game together. */
function allStages(stages: readonly Stage[]): Consequence | undefined {
  if (stages.length === 0 || !stages.every(({ needles, timeS }) => isTyped(needles) && isTyped(timeS)))
    return undefined;
  const sum = (of: (stage: Stage) => number) => stages.reduce((total, stage) => total + of(stage), 0);
  return say('allStages', { needles: sum(({ needles }) => needles), seconds: sum(({ timeS }) => timeS) });
}

/** Of a value of the machine as it is being entered; undefined where there is nothing to work out. */
export function consequenceOf(path: string, value: unknown, beside: Beside): Consequence | undefined {
  if (path === 'needleGame.stages') return Array.isArray(value) ? allStages(value as Stage[]) : undefined;
  if (!isTyped(value) || !Object.hasOwn(rules, path)) return undefined;
  return rules[path]?.(value, (other) => {
    const found = beside(other);
    return isTyped(found) ? found : undefined;
  });
}

/** When a hopper is told to be low. */
export const hopperAlarm = ({ capacity, lowAt }: { capacity: number; lowAt: number }) =>
  isTyped(capacity) && isTyped(lowAt) ? alarmAt(lowAt, capacity) : undefined;

/** What somebody gets for a banknote. */
export function coinsForNote(
  { yuan, bonusCoins }: { yuan: number; bonusCoins: number },
  beside: Beside,
): Consequence | undefined {
  const perYuan = beside('exchange.coinsPerYuan');
  if (!isTyped(perYuan) || !isTyped(bonusCoins)) return undefined;
  const coins = yuan * perYuan;
  return say('coinsForNote', { yuan, coins, bonusCoins, count: coins + bonusCoins });
}
