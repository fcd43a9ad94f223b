import { describe, expect, it } from 'vitest';
import { addDays } from '#kit/kernel/time.ts';
import { nextMonth, periodEnd, periodsFrom } from '../rules/periods.ts';
import { wechatRoom } from '../rules/wechat-limits.ts';

const version = (id: string, effectiveFrom: string, ends = false) => ({ id, effectiveFrom, ends });
const listed = (...parameters: Parameters<typeof periodsFrom>) =>
  [...periodsFrom(...parameters)].map(({ version: { id }, from, to }) => `${id} ${from} ${to}`);

describe('periods', () => {
  it('end with the day, the week or the month', () => {
    expect(addDays('2026-02-28', 1)).toBe('2026-03-01');
    expect(periodEnd('2026-11-15', 'daily')).toBe('2026-11-16');
    // a Sunday ends its week
    expect(periodEnd('2026-11-15', 'weekly')).toBe('2026-11-16');
    expect(periodEnd('2026-11-16', 'weekly')).toBe('2026-11-23');
    expect(periodEnd('2026-11-16', 'monthly')).toBe('2026-12-01');
    expect(nextMonth('2026-12')).toBe('2027-01-01');
  });

  it('are cut where another version begins and stop where the sharing ends', () => {
    const versions = [
      version('b', '2026-11-04'),
      version('a', '2026-11-02'),
      version('x', '2026-11-10', true),
    ];
    expect(listed(versions, 'weekly', null, '2026-11-20')).toEqual([
      'a 2026-11-02 2026-11-04',
      'b 2026-11-04 2026-11-09',
      'b 2026-11-09 2026-11-10',
    ]);
  });

  it('go on where a site stopped, also when the schedule was changed since', () => {
    const versions = [version('a', '2026-11-02')];
    expect(listed(versions, 'daily', '2026-11-04', '2026-11-05')).toEqual([
      'a 2026-11-04 2026-11-05',
      'a 2026-11-05 2026-11-06',
    ]);
    expect(listed(versions, 'weekly', '2026-11-04', '2026-11-05')).toEqual(['a 2026-11-04 2026-11-09']);
    expect(listed(versions, 'monthly', '2026-11-30', '2026-11-30')).toEqual(['a 2026-11-30 2026-12-01']);
    expect(listed([version('a', '2026-12-01')], 'daily', null, '2026-11-30')).toEqual([]);
  });
});

describe('what WeChat still takes of a payment', () => {
  const paidAt = new Date('2026-11-15T04:00:00Z');
  const payment = { paymentFen: 1_001, paidAt, released: false, sharedFen: 0 };
  const later = (ms: number) => new Date(paidAt.getTime() + ms);

  it('is thirty per cent in all, rounded down', () => {
    expect(wechatRoom(payment, later(120_000))).toEqual({ roomFen: 300, refusal: null });
    expect(wechatRoom({ ...payment, sharedFen: 250 }, later(120_000)).roomFen).toBe(50);
    expect(wechatRoom({ ...payment, sharedFen: 300 }, later(120_000)).refusal).toBe('overLimit');
  });

  it('is nothing in the first minute, a day before thirty days are over, and once the rest was released', () => {
    expect(wechatRoom(payment, later(59_999)).refusal).toBe('wait');
    expect(wechatRoom(payment, later(60_000)).refusal).toBeNull();
    expect(wechatRoom(payment, later(29 * 86_400_000)).refusal).toBeNull();
    expect(wechatRoom(payment, later(29 * 86_400_000 + 1)).refusal).toBe('tooLate');
    expect(wechatRoom({ ...payment, released: true }, later(120_000)).refusal).toBe('notShareable');
    expect(wechatRoom({ ...payment, paymentFen: null }, later(120_000)).refusal).toBe('notShareable');
  });
});
