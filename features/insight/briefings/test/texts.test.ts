import { describe, expect, it } from 'vitest';
import { fitField } from '#providers/wechat/templates.ts';
import en from '../i18n/en-us.json' with { type: 'json' };
import zh from '../i18n/zh-cn.json' with { type: 'json' };
import { reachable } from '../rules/choice-rules.ts';
import { duePeriods } from '../rules/due-rules.ts';
import { type Briefing, isEmpty, writeBriefing } from '../rules/text-rules.ts';

/** The real texts, by the parameters that these use; with a count, the form of its number. */
const sayIn =
  (texts: object) =>
  (key: string, params: Record<string, string | number> = {}) => {
    const form = texts === en && params.count === 1 ? '_one' : '_other';
    const found = `${key}${'count' in params ? form : ''}`
      .replace('briefings:', '')
      .split('.')
      .reduce<unknown>((part, name) => (part as Record<string, unknown>)?.[name], texts);
    if (typeof found !== 'string') throw new Error(`no text ${key}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      if (!(name in params)) throw new Error(`${key} wants ${name}`);
      return String(params[name]);
    });
  };

describe('what is due on a morning', () => {
  it('is the day before', () => {
    expect(duePeriods('2026-11-18')).toEqual([
      {
        period: 'day',
        from: '2026-11-17',
        to: '2026-11-17',
        before: { from: '2026-11-16', to: '2026-11-16' },
      },
    ]);
  });

  it('on a Monday also the week from Monday to Sunday, beside the one before', () => {
    expect(duePeriods('2026-11-16').slice(1)).toEqual([
      {
        period: 'week',
        from: '2026-11-09',
        to: '2026-11-15',
        before: { from: '2026-11-02', to: '2026-11-08' },
      },
    ]);
  });

  it('on the first also the month, beside as many days before it', () => {
    expect(duePeriods('2027-03-01').map(({ period }) => period)).toEqual(['day', 'week', 'month']);
    expect(duePeriods('2027-01-01').at(-1)).toEqual({
      period: 'month',
      from: '2026-12-01',
      to: '2026-12-31',
      before: { from: '2026-10-31', to: '2026-11-30' },
    });
  });
});

describe('a summary', () => {
  const [due] = duePeriods('2026-11-18');
  const briefing: Briefing = {
    due: due!,
    incomeFen: 123_400,
    beforeFen: 110_000,
    plays: 321,
    refundFen: 2_000,
    contributions: [
      { name: '星光店', changeFen: 10_000 },
      { name: '万达店', changeFen: -4_000 },
      { name: '', changeFen: 3_000 },
    ],
    restFen: 4_400,
    open: { anomalies: 0, alerts: 0 },
  };

  it('says what came in, by how much that changed and by what', () => {
    const { title, body, sms } = writeBriefing(briefing, sayIn(zh));
    expect(title).toBe('昨日小结：收入 ¥1,234.00，比前一天多 ¥134.00（12%）');
    expect(body.split('\n')).toEqual([
      '2026-11-17 收入 ¥1,234.00，比前一天多 ¥134.00（12%）。',
      '变化主要来自：星光店 +¥100.00；万达店 -¥40.00；不属于场地或设备 +¥30.00；其余合计 +¥44.00。',
      '游戏 321 次，退款 ¥20.00。',
    ]);
    expect(sms).toEqual({ period: '昨日小结', income: '¥1,234.00', change: '比前一天多 ¥134.00（12%）' });
  });

  it('says the same in English', () => {
    const { title, body } = writeBriefing({ ...briefing, incomeFen: 55_000 }, sayIn(en));
    expect(title).toBe('Yesterday: ¥550.00, ¥550.00 (50%) below the day before');
    expect(body).toContain('What changed most: 星光店 +¥100.00; 万达店 -¥40.00;');
  });

  it('counts what came up then and is still open, each by its number, and is silent where nothing is', () => {
    const last = (open: Briefing['open'], texts: object) =>
      writeBriefing({ ...briefing, open }, sayIn(texts))
        .body.split('\n')
        .at(-1);
    expect(last({ anomalies: 1, alerts: 2 }, en)).toBe(
      'Came up then and is still open: 1 anomaly; 2 alerts.',
    );
    expect(last({ anomalies: 2, alerts: 1 }, en)).toBe(
      'Came up then and is still open: 2 anomalies; 1 alert.',
    );
    expect(last({ anomalies: 0, alerts: 1 }, en)).toBe('Came up then and is still open: 1 alert.');
    expect(last({ anomalies: 3, alerts: 0 }, zh)).toBe('当时出现、至今未结束：3 项异常。');
    expect(last({ anomalies: 0, alerts: 0 }, zh)).toBe('游戏 321 次，退款 ¥20.00。');
    // who may not see alerts is told of none
    expect(last(undefined, en)).toBe('Plays: 321. Refunds: ¥20.00.');
  });

  it('fits into a message of WeChat without being cut, whatever the change and the period', () => {
    expect(writeBriefing(briefing, sayIn(zh)).wechat).toEqual({
      period: '昨日小结',
      income: '¥1,234.00',
      change: '比前一天高 12%',
      alerts: '没有未结束的告警',
    });
    const pairs = [
      [0, 500],
      [500, 0],
      [500, 500],
      [9_999_999, 500],
      [-100, 0],
    ] as [number, number][];
    for (const due of duePeriods('2027-03-01'))
      for (const [incomeFen, beforeFen] of pairs) {
        const open = { anomalies: 123, alerts: 4567 };
        const { period, change, alerts } = writeBriefing(
          { ...briefing, due, incomeFen, beforeFen, open },
          sayIn(zh),
        ).wechat;
        for (const words of [period, change, alerts]) expect(fitField('thing1', words)).toBe(words);
      }
    expect(writeBriefing({ ...briefing, open: undefined }, sayIn(zh)).wechat.alerts).toBe('—');
  });

  it('has words for every kind of change and period in both languages', () => {
    const amounts = [
      [0, 500],
      [500, 0],
      [500, 500],
      [900_000, 500],
      [-100, 0],
    ];
    for (const texts of [zh, en])
      for (const one of duePeriods('2027-03-01'))
        for (const [incomeFen, beforeFen] of amounts as [number, number][]) {
          const { title, body } = writeBriefing(
            { ...briefing, due: one, incomeFen, beforeFen },
            sayIn(texts),
          );
          expect(`${title}${body}`).not.toMatch(/undefined|NaN|\{\{/);
        }
  });

  it('leaves out why where nothing changed, and is not sent where there is nothing to say', () => {
    const same = { ...briefing, beforeFen: briefing.incomeFen, contributions: [], restFen: 0 };
    expect(writeBriefing(same, sayIn(zh)).body).not.toContain('变化');
    expect(isEmpty(same)).toBe(false);
    expect(isEmpty({ ...same, incomeFen: 0, beforeFen: 0, plays: 0, refundFen: 0 })).toBe(true);
    // a fall to nothing is news
    expect(isEmpty({ ...same, incomeFen: 0, plays: 0, refundFen: 0 })).toBe(false);
  });
});

describe('a choice', () => {
  it('of a WeChat that was unlinked comes to the other ways, or to the inbox', () => {
    const periods = ['day' as const];
    const of = (ways: ('message' | 'sms' | 'wechat')[], wechat: boolean) =>
      reachable({ periods, ways }, { wechat }).ways;
    expect(of(['wechat'], true)).toEqual(['wechat']);
    expect(of(['sms', 'wechat'], false)).toEqual(['sms']);
    expect(of(['wechat'], false)).toEqual(['message']);
    expect(of([], false)).toEqual([]);
  });
});
