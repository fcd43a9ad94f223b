import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, secondMs } from '#kit/kernel/time.ts';
import type { DealSimulatorControl, DealTrouble } from './deal-simulator.ts';

interface Said {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** How a platform says no in its own words. */
export interface RefusalForms {
  refused(code: string, text: string): Said;
  tooOften(): Said;
}

/** What goes wrong between a platform and its callers, as tests and demos want it. */
export function createTroubles(clock: Clock, forms: RefusalForms) {
  const calls: Record<string, number> = {};
  const refusals: { path: string; code: string; text: string }[] = [];
  let trouble: DealTrouble = {};
  let perSecond: number | undefined;
  let second = { at: 0, calls: 0 };

  function isTooOften(): boolean {
    if (perSecond === undefined) return false;
    const at = Math.floor(clock.now().getTime() / secondMs);
    second = second.at === at ? { at, calls: second.calls + 1 } : { at, calls: 1 };
    return second.calls > perSecond;
  }

  function judged(path: string, carryOut: () => Said): Said {
    if (isTooOften()) return forms.tooOften();
    const planned = refusals.findIndex((one) => path.endsWith(one.path));
    const [refusal] = planned < 0 ? [] : refusals.splice(planned, 1);
    return refusal ? forms.refused(refusal.code, refusal.text) : carryOut();
  }

  const control: Pick<DealSimulatorControl, 'calls' | 'trouble' | 'refuseNext' | 'limitPerSecond'> = {
    calls: () => ({ ...calls }),
    trouble(next) {
      trouble = next;
    },
    refuseNext(path, code, text) {
      refusals.push({ path, code, text });
    },
    limitPerSecond(limit) {
      perSecond = limit;
    },
  };

  return {
    control,
    current: () => trouble,
    async answer(
      request: IncomingMessage,
      response: ServerResponse,
      path: string,
      carryOut: () => Said,
    ): Promise<void> {
      calls[path] = (calls[path] ?? 0) + 1;
      const isMeant = trouble.only?.(path) ?? true;
      const { random = Math.random, delayMs = 0 } = trouble;
      const happens = (share: number | undefined) => isMeant && share !== undefined && random() < share;
      if ((trouble.outage && isMeant) || happens(trouble.droppedShare)) {
        request.socket.destroy();
        return;
      }
      const isLost = happens(trouble.lostShare);
      let said = judged(path, carryOut);
      if (happens(trouble.repeatShare)) said = judged(path, carryOut);
      if (isMeant && delayMs > 0) await sleep(delayMs);
      if (isLost) {
        request.socket.destroy();
        return;
      }
      response
        .writeHead(said.status, { 'content-type': 'application/json; charset=utf-8', ...said.headers })
        .end(JSON.stringify(said.body));
    },
  };
}
