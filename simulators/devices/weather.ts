import type { OpenLink } from './link.ts';
import type { Random } from './random.ts';
import type { Timers } from './timers.ts';

/** What a network does to messages and connections. Chances are per message. */
export interface Weather {
  loss: number;
  repeat: number;
  /** a message in ten waits up to this long, and others pass it */
  delayMs: number;
  connectionLostEveryMin: number;
}

export const calm: Weather = {
  loss: 0,
  repeat: 0,
  delayMs: 0,
  connectionLostEveryMin: Number.POSITIVE_INFINITY,
};

const isDelayed = 0.1;

/** A link through bad weather: messages vanish, come twice or late, and the cable slips out. */
export function throughWeather(open: OpenLink, weather: Weather, random: Random, timers: Timers): OpenLink {
  if (weather === calm) return open;
  const pass = (deliver: () => void) => {
    if (random.chance(weather.loss)) return;
    const times = random.chance(weather.repeat) ? 2 : 1;
    for (let time = 0; time < times; time++) {
      if (!random.chance(isDelayed)) deliver();
      else timers.after(random.next() * weather.delayMs, deliver);
    }
  };
  return async (request) => {
    const link = await open({
      ...request,
      onMessage: (topic, payload) => pass(() => request.onMessage(topic, payload)),
      onLost: () => {
        stopWaiting();
        request.onLost();
      },
    });
    const lostAfterMs = random.exponential(weather.connectionLostEveryMin * 60_000);
    const stopWaiting = Number.isFinite(lostAfterMs)
      ? timers.after(lostAfterMs, () => {
          link.drop();
          request.onLost();
        })
      : () => undefined;
    return {
      async publish(topic, payload) {
        pass(() => void link.publish(topic, payload).catch(() => undefined));
      },
      close() {
        stopWaiting();
        return link.close();
      },
      drop() {
        stopWaiting();
        link.drop();
      },
    };
  };
}
