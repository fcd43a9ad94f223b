import { expect, it } from 'vitest';
import { createGate } from '../server/gate.ts';

/** A table with so many packets; each look at it and each transaction is counted. */
function stageOf(packets: number) {
  const stage = { packets, looks: 0, worked: 0, nowMs: 0 };
  const gate = createGate(() => stage.nowMs, 1000);
  return {
    stage,
    tap: () =>
      gate.pass(
        'campaign',
        async () => {
          stage.looks += 1;
          return stage.packets;
        },
        async () => {
          stage.worked += 1;
          await Promise.resolve();
          if (stage.packets === 0) return 'nothing';
          stage.packets -= 1;
          return 'packet';
        },
      ),
  };
}

it('a thousand taps on the last packet are one look, one transaction and 999 cheap answers', async () => {
  const { stage, tap } = stageOf(1);
  const answers = await Promise.all(Array.from({ length: 1000 }, tap));
  expect(answers.filter((answer) => answer === 'packet')).toHaveLength(1);
  expect(answers.filter((answer) => answer === 'busy')).toHaveLength(999);
  expect(stage).toMatchObject({ looks: 1, worked: 1 });
});

it('where all are gone it is remembered for a moment, and looked at again after it', async () => {
  const { stage, tap } = stageOf(0);
  for (let taps = 0; taps < 1000; taps++) expect(await tap()).toBe('gone');
  expect(stage).toMatchObject({ looks: 1, worked: 0 });
  stage.nowMs = 1001;
  stage.packets = 1;
  expect(await tap()).toBe('packet');
});

it('lets in as many as there are packets, and gives up its place also where the work fails', async () => {
  const { tap } = stageOf(3);
  const answers = await Promise.all(Array.from({ length: 10 }, tap));
  expect(answers.filter((answer) => answer === 'packet')).toHaveLength(3);
  const gate = createGate(() => 0);
  const fails = () =>
    gate.pass(
      'other',
      async () => 1,
      () => Promise.reject(new Error('no')),
    );
  await expect(fails()).rejects.toThrow('no');
  await expect(fails()).rejects.toThrow('no');
});
