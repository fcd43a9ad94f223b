import { describe, expect, test } from 'vitest';
import {
  isNewer,
  type LiveInput,
  type LiveState,
  liveStep,
  reconnectDelayMs,
  startState,
} from './live-machine.ts';

const event = (seq: string) => ({ seq, topic: 'tenant:1', event: 'site.changed', data: {} });

function run(inputs: readonly LiveInput[], from: LiveState = startState) {
  let state = from;
  const effects = inputs.flatMap((input) => {
    const result = liveStep(state, input);
    state = result.state;
    return result.effects;
  });
  return { state, effects };
}

const delivered = (effects: ReturnType<typeof run>['effects']) =>
  effects.flatMap((effect) => (effect.kind === 'deliver' ? [effect.event.seq] : []));

describe('the live connection', () => {
  test('says hello without a position the first time and with the last one after that', () => {
    const first = run([{ kind: 'opened', token: 'a' }]);
    expect(first.effects).toEqual([{ kind: 'send', frame: { type: 'hello', token: 'a' } }]);
    const again = run([
      { kind: 'frame', frame: { type: 'ready', seq: '9' } },
      { kind: 'frame', frame: { type: 'event', ...event('12') } },
      { kind: 'closed', random: 0 },
      { kind: 'opened', token: 'b' },
    ]);
    expect(again.effects.at(-1)).toEqual({ kind: 'send', frame: { type: 'hello', token: 'b', after: '12' } });
  });

  test('resumes from where the server has looked, even if no event of ours came', () => {
    const { state } = run([
      { kind: 'frame', frame: { type: 'event', ...event('5') } },
      { kind: 'frame', frame: { type: 'ready', seq: '40' } },
    ]);
    expect(state.lastSeq).toBe('40');
  });

  test('answers a ping', () => {
    expect(run([{ kind: 'frame', frame: { type: 'ping' } }]).effects).toEqual([
      { kind: 'send', frame: { type: 'pong' } },
    ]);
  });

  test('delivers an event once, whichever way it comes', () => {
    const { effects } = run([
      { kind: 'frame', frame: { type: 'event', ...event('9') } },
      { kind: 'polled', seq: '10', events: [event('9'), event('10')], resync: false },
      { kind: 'frame', frame: { type: 'event', ...event('10') } },
    ]);
    expect(delivered(effects)).toEqual(['9', '10']);
  });

  test('reads everything again when its position is too old', () => {
    const { effects, state } = run([
      { kind: 'frame', frame: { type: 'resync' } },
      { kind: 'frame', frame: { type: 'ready', seq: '70' } },
    ]);
    expect(effects).toContainEqual({ kind: 'resync' });
    expect(state.lastSeq).toBe('70');
  });

  test('polls from the third failure on and stops when the socket is back', () => {
    const failures: LiveInput[] = [1, 2, 3].map(() => ({ kind: 'closed', random: 0.5 }));
    const failed = run(failures);
    expect(failed.effects.filter((effect) => effect.kind === 'poll')).toEqual([{ kind: 'poll', on: true }]);
    const back = run([{ kind: 'frame', frame: { type: 'ready', seq: '1' } }], failed.state);
    expect(back.effects).toEqual([{ kind: 'poll', on: false }]);
    expect(back.state).toMatchObject({ failures: 0, connected: true });
  });

  test('keeps trying the socket after every failure, waiting longer but never past half a minute', () => {
    const delays = Array.from({ length: 12 }, (_, index) => reconnectDelayMs(index + 1, 1));
    expect(delays).toEqual([...delays].sort((a, b) => a - b));
    expect(delays[0]).toBe(500);
    expect(delays.at(-1)).toBe(30_000);
    expect(reconnectDelayMs(3, 0)).toBeLessThan(reconnectDelayMs(3, 1));
  });
});

test('positions compare as numbers, not as words', () => {
  expect(isNewer('10', '9')).toBe(true);
  expect(isNewer('9', '10')).toBe(false);
  expect(isNewer('9', '9')).toBe(false);
  expect(isNewer('1', undefined)).toBe(true);
});
