import { describe, expect, it } from 'vitest';
import { firstMachine, type NewMachine } from '../rules/first-machine-rules.ts';

const at = new Date('2026-11-16T06:00:00Z');
const machine = (over: Partial<NewMachine & { id: string }> = {}) => ({
  id: 'new',
  type: 'claw' as const,
  priceFen: null,
  lastSeenAt: null,
  labelledAt: null,
  ...over,
});

describe('the machine that comes first to a play', () => {
  it('is none without machines', () => {
    expect(firstMachine([])).toEqual({ machine: undefined, heard: false, priced: false, labelled: false });
  });

  it('is the newest of equals', () => {
    expect(firstMachine([machine({ id: 'newer' }), machine({ id: 'older' })]).machine?.id).toBe('newer');
  });

  it('is the one that is connected, however well the others are labelled', () => {
    const found = firstMachine([
      machine({ id: 'labelled', priceFen: 200, labelledAt: at }),
      machine({ id: 'connected', lastSeenAt: at }),
    ]);
    expect(found).toMatchObject({ machine: { id: 'connected' }, heard: true, priced: true, labelled: true });
  });

  it('needs a price where plays have one, and none where lanes or coins have', () => {
    for (const type of ['claw', 'lottery', 'lipstick', 'cabinet'] as const) {
      expect(firstMachine([machine({ type })]).priced, type).toBe(false);
      expect(firstMachine([machine({ type, priceFen: 0 })]).priced, type).toBe(false);
      expect(firstMachine([machine({ type, priceFen: 200 })]).priced, type).toBe(true);
    }
    for (const type of ['vending', 'exchange'] as const)
      expect(firstMachine([machine({ type })]).priced, type).toBe(true);
  });
});
