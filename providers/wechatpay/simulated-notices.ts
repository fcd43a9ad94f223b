import { randomUUID } from 'node:crypto';
import { type Clock, hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import type { OpenShelf, Shelf } from '../simulated-memory.ts';
import type { SignedHeaders, SimulatedKeys } from './simulated-keys.ts';
import type { SimulatedNotice } from './simulated-records.ts';
import { platformTime } from './wire-format.ts';

export interface NoticeContent {
  eventType: string;
  summary: string;
  originalType: string;
  plain: object;
}

export type Notify = (notice: NoticeContent & { url: string }) => void;

export interface NoticeLetter {
  headers: SignedHeaders & { 'content-type': string };
  body: string;
}

/** WeChat's pauses after a callback that was not understood; after the last one it gives up. */
const pausesMs = [
  15 * secondMs,
  15 * secondMs,
  30 * secondMs,
  3 * minuteMs,
  10 * minuteMs,
  20 * minuteMs,
  30 * minuteMs,
  30 * minuteMs,
  30 * minuteMs,
  hourMs,
  3 * hourMs,
  3 * hourMs,
  3 * hourMs,
  6 * hourMs,
  6 * hourMs,
];
const patienceMs = 5 * secondMs;

function createLetters(keys: SimulatedKeys, clock: Clock) {
  function letter(content: NoticeContent, id: string = randomUUID(), createdAt = clock.now()): NoticeLetter {
    const body = JSON.stringify({
      id,
      create_time: platformTime(createdAt),
      resource_type: 'encrypt-resource',
      event_type: content.eventType,
      summary: content.summary,
      resource: {
        original_type: content.originalType,
        ...keys.seal(JSON.stringify(content.plain), content.originalType),
      },
    });
    return { headers: { 'content-type': 'application/json', ...keys.sign(body) }, body };
  }
  return {
    letter,
    letterOf: (notice: SimulatedNotice) =>
      letter({ ...notice, plain: JSON.parse(notice.plain) as object }, notice.id, new Date(notice.createdAt)),
  };
}

const withWrongSignature = (letter: NoticeLetter): NoticeLetter => ({
  ...letter,
  headers: {
    ...letter.headers,
    'wechatpay-signature': `WECHATPAY/SIGNTEST/${letter.headers['wechatpay-signature']}`,
  },
});

export interface SimulatedNotices {
  notify: Notify;
  all(): SimulatedNotice[];
  moods: NoticeMoods;
  /** a callback with a true signature and any content */
  letter(content: NoticeContent): NoticeLetter;
  /** the same callback once more, whatever became of it; answers the merchant's HTTP status, 0 for none */
  sendAgain(id: string): Promise<number>;
  /** sends at once what waits for its next time, and waits for the answers */
  flush(): Promise<void>;
  resume(): void;
  /** what is on its way stays waiting */
  stop(): Promise<void>;
}

export interface NoticeMoods {
  /** so many of the next callbacks are never sent */
  lose: number;
  delayMs: number;
  /** how often one that was understood is sent once more */
  repeats: number;
  /** each so manieth callback comes after one with a deliberately wrong signature; 0: none does */
  signTestEvery: number;
}

interface NoticeParts {
  shelf: OpenShelf;
  keys: SimulatedKeys;
  clock: Clock;
  deliver: typeof fetch;
  /** what a second of the platform's pauses takes */
  repeatScaleMs: number;
  signTestEvery: number;
  later(delayMs: number, task: () => void): void;
}

/** Brings each waiting callback to the merchant, again and again. */
function createCourier(
  parts: NoticeParts,
  notices: Shelf<SimulatedNotice>,
  moods: NoticeMoods,
  letterOf: (notice: SimulatedNotice) => NoticeLetter,
) {
  const underWay = new Set<Promise<void>>();
  /** the one time at which each waiting callback leaves next */
  const due = new Map<string, symbol>();
  const end = new AbortController();
  let sentCount = 0;

  async function post(url: string, { headers, body }: NoticeLetter): Promise<number> {
    try {
      const signal = AbortSignal.any([end.signal, AbortSignal.timeout(patienceMs)]);
      const response = await parts.deliver(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal,
      });
      await response.body?.cancel();
      return response.status;
    } catch {
      return 0;
    }
  }

  async function attempt(id: string): Promise<void> {
    const notice = notices.get(id);
    if (notice?.state !== 'waiting') return;
    sentCount += 1;
    if (moods.signTestEvery > 0 && sentCount % moods.signTestEvery === 0) {
      await post(notice.url, withWrongSignature(letterOf(notice)));
    }
    const status = await post(notice.url, letterOf(notice));
    if (end.signal.aborted) return;
    const answers = [...notice.answers, status];
    if (status >= 200 && status < 300) {
      notices.put(id, { ...notice, answers, state: 'delivered' });
      for (let again = 0; again < moods.repeats; again += 1) await post(notice.url, letterOf(notice));
      return;
    }
    const pauseMs = pausesMs[notice.answers.length];
    notices.put(id, { ...notice, answers, state: pauseMs === undefined ? 'given up' : 'waiting' });
    if (pauseMs !== undefined) schedule(id, (pauseMs / secondMs) * parts.repeatScaleMs);
  }

  function start(id: string): void {
    due.delete(id);
    const delivery = attempt(id).finally(() => underWay.delete(delivery));
    underWay.add(delivery);
  }

  function schedule(id: string, delayMs: number): void {
    const wait = Symbol(id);
    due.set(id, wait);
    parts.later(delayMs + moods.delayMs, () => {
      if (due.get(id) === wait) start(id);
    });
  }

  const idle = async () => void (await Promise.all(underWay));
  const stop = () => {
    end.abort();
    return idle();
  };
  return { post, schedule, start, idle, stop };
}

export function createNotices(parts: NoticeParts): SimulatedNotices {
  const { letter, letterOf } = createLetters(parts.keys, parts.clock);
  const shelf = parts.shelf<SimulatedNotice>('notice');
  const moods: NoticeMoods = { lose: 0, delayMs: 0, repeats: 0, signTestEvery: parts.signTestEvery };
  const courier = createCourier(parts, shelf, moods, letterOf);
  const waiting = () => shelf.values().filter(({ state }) => state === 'waiting');
  return {
    moods,
    letter: (content) => letter(content),
    all: () => shelf.values(),
    stop: () => courier.stop(),

    notify({ url, eventType, summary, originalType, plain }) {
      const isLost = moods.lose > 0;
      if (isLost) moods.lose -= 1;
      const id = randomUUID();
      shelf.put(id, {
        id,
        url,
        eventType,
        summary,
        originalType,
        plain: JSON.stringify(plain),
        createdAt: parts.clock.now().toISOString(),
        answers: [],
        state: isLost ? 'lost' : 'waiting',
      });
      if (!isLost) courier.schedule(id, 0);
    },

    sendAgain(id) {
      const notice = shelf.get(id);
      if (!notice) throw new Error(`no such notice: ${id}`);
      return courier.post(notice.url, letterOf(notice));
    },

    async flush() {
      await courier.idle();
      for (const { id } of waiting()) courier.start(id);
      await courier.idle();
    },

    resume() {
      for (const { id } of waiting()) courier.schedule(id, 0);
    },
  };
}
