import { useEffect, useRef, useState } from 'react';
import { deviceCommanded } from '#features/machines/devices/contract/events.ts';
import { failureMessage } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { useLive } from '#kit/ui/live.ts';
import { toast } from '#kit/ui/toast.ts';
import { vendingContract } from '../contract.ts';
import { type LaneResult, resultOf } from '../rules/test-rules.ts';

export type { LaneResult };

/** Live events usually come first; asking now and then covers a lost connection. */
const askEveryMs = 2000;

/**
 * Lanes are tried one after another, the next only when the machine has answered for the last: a person stands before
 * it and watches. Leaving the page or stopping sends no further one.
 */
export function useLaneTests(equipmentId: string) {
  const [results, setResults] = useState<ReadonlyMap<number, LaneResult>>(new Map());
  const [running, setRunning] = useState(false);
  const turn = useRef(0);
  const mounted = useRef(true);
  const wake = useRef<() => void>(() => {});
  useLive(deviceCommanded, () => wake.current());
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
      turn.current += 1;
      wake.current();
    };
  }, []);
  const put = (lane: number, result: LaneResult) => setResults((before) => new Map(before).set(lane, result));

  async function settled(commandId: string): Promise<LaneResult> {
    while (mounted.current) {
      const [found] = await client.call(vendingContract.readTests, { ids: [commandId] });
      const result = found && resultOf(found);
      if (result) return result;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, askEveryMs);
        wake.current = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return { state: 'failed', reason: 'interrupted' };
  }

  async function run(lanes: readonly number[], still: () => boolean): Promise<void> {
    for (const lane of lanes) {
      if (!still()) return;
      put(lane, { state: 'running' });
      const { commandId } = await client.call(vendingContract.testLane, { equipmentId, lane });
      put(lane, await settled(commandId));
    }
  }

  return {
    results,
    running,
    start(lanes: readonly number[]) {
      turn.current += 1;
      const mine = turn.current;
      const still = () => turn.current === mine;
      setResults(new Map(lanes.map((lane) => [lane, { state: 'waiting' }])));
      setRunning(true);
      run(lanes, still)
        .catch((error) => toast.failure(failureMessage(error)))
        .finally(() => {
          setRunning(false);
          // What never got its turn was not tested.
          setResults(
            (before) =>
              new Map([...before].filter(([, { state }]) => state !== 'waiting' && state !== 'running')),
          );
        });
    },
    /** the lane that turns ends its turn; no further one starts */
    stop() {
      turn.current += 1;
    },
  };
}
