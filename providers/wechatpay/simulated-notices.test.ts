import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hourMs } from '#kit/kernel/time.ts';
import { eventually, payOrder, startBench } from './testing/bench.ts';

describe('the platform', () => {
  it('repeats a callback until it is understood', async () => {
    const own = await startBench();
    try {
      own.answers.push(500, 404, 302);
      await payOrder(own);
      await eventually(() => expect(own.platform.control.notices()).toMatchObject([{ state: 'delivered' }]));
      expect(own.platform.control.notices()[0]?.answers).toEqual([500, 404, 302, 200]);
      expect(own.received).toHaveLength(4);
      const ids = new Set(own.received.map(({ body }) => (JSON.parse(body) as { id: string }).id));
      expect(ids.size).toBe(1);
    } finally {
      await own.stop();
    }
  });

  it('gives up after fifteen repetitions', async () => {
    const own = await startBench({ repeatScaleMs: 0 });
    try {
      own.answers.push(...Array<number>(30).fill(500));
      await payOrder(own);
      await eventually(() => expect(own.platform.control.notices()).toMatchObject([{ state: 'given up' }]));
      expect(own.received).toHaveLength(16);
    } finally {
      await own.stop();
    }
  });

  it('keeps its own pauses when nobody hurries it', async () => {
    const own = await startBench({ repeatScaleMs: 1000 });
    try {
      own.answers.push(500);
      await payOrder(own);
      await eventually(() => expect(own.received).toHaveLength(1));
      expect(own.platform.control.notices()).toMatchObject([{ state: 'waiting', answers: [500] }]);
      await own.platform.control.flushNotices();
      expect(own.platform.control.notices()).toMatchObject([{ state: 'delivered', answers: [500, 200] }]);
    } finally {
      await own.stop();
    }
  });

  it('loses, delays and repeats callbacks when told to', async () => {
    const own = await startBench();
    try {
      own.platform.control.loseNotices(1);
      await payOrder(own);
      await own.platform.control.flushNotices();
      expect(own.received).toHaveLength(0);
      expect(own.platform.control.notices()).toMatchObject([{ state: 'lost' }]);
      own.platform.control.repeatNotices(2);
      own.platform.control.delayNotices(hourMs);
      await payOrder(own);
      expect(own.received).toHaveLength(0);
      await own.platform.control.flushNotices();
      expect(own.received).toHaveLength(3);
      const { id } = own.platform.control.notices()[0]!;
      expect(await own.platform.control.sendNoticeAgain(id)).toBe(200);
    } finally {
      await own.stop();
    }
  });

  it('sends a deliberately wrong signature before the true one now and then', async () => {
    const own = await startBench({ signTestEvery: 2 });
    try {
      await payOrder(own);
      await own.platform.control.flushNotices();
      await payOrder(own);
      await own.platform.control.flushNotices();
      const isProbe = own.received.map(({ headers }) =>
        String(headers['wechatpay-signature']).startsWith('WECHATPAY/SIGNTEST/'),
      );
      expect(isProbe).toEqual([false, true, false]);
      await expect(own.channel.readNotice(own.received[1]!)).rejects.toMatchObject({ refusal: 'signature' });
      expect(await own.channel.readNotice(own.received[2]!)).toMatchObject({ kind: 'payment' });
    } finally {
      await own.stop();
    }
  });

  it('sends a callback that was on its way when it was stopped once it is back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'wechatpay-'));
    const stateFile = join(folder, 'state.jsonl');
    let isOnItsWay = false;
    const hanging: typeof fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        isOnItsWay = true;
        init?.signal?.addEventListener('abort', () => reject(new Error('stopped')));
      });
    try {
      const first = await startBench({ stateFile, deliver: hanging });
      await payOrder(first);
      await eventually(() => expect(isOnItsWay).toBe(true));
      await first.stop();
      const second = await startBench({ stateFile });
      await eventually(() =>
        expect(second.platform.control.notices()).toMatchObject([{ state: 'delivered', answers: [200] }]),
      );
      await second.stop();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
