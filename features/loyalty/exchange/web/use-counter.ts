import { useRef, useState } from 'react';
import { openHandOut } from '#features/loyalty/handover/web/public.ts';
import { isMemberCode } from '#features/people/playerapp/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { isCode, plainCode } from '#kit/kernel/typed-code.ts';
import { failureMessage } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { useText } from '#kit/ui/i18n.ts';
import { type CounterGood, exchangeContract } from '../contract.ts';
import { readScan, type WantedGood, withOne, withPieces } from '../rules/counter-rules.ts';

const { readCounterMember, findCounterGoods } = exchangeContract;
export type CounterMember = OutputOf<typeof readCounterMember> & { code: string };

/** What a counter has before it: a member, goods, and what went wrong with the last code. */
export function useCounter(fieldId: string) {
  const t = useText();
  const [member, setMember] = useState<CounterMember>();
  const [lines, setLines] = useState<readonly WantedGood[]>([]);
  const [problem, setProblem] = useState<string>();
  const [found, setFound] = useState<readonly CounterGood[]>([]);
  const [handing, setHanding] = useState(false);
  // codes that are scanned one upon the other are answered between two drawings
  const latest = useRef(lines);
  const put = (next: readonly WantedGood[]) => {
    latest.current = next;
    setLines(next);
  };
  const add = (good: CounterGood) => {
    setFound([]);
    setProblem(undefined);
    put(withOne(latest.current, good));
  };
  const nameMember = async (code: string) =>
    setMember({ ...(await client.call(readCounterMember, { code, fieldId })), code });
  const handOut = async (code: string) => {
    setHanding(true);
    await openHandOut(code).finally(() => setHanding(false));
  };
  const findGood = async (text: string) => {
    const [byCode] = await client.call(findCounterGoods, { fieldId, barcode: text.slice(0, 32) });
    if (byCode) return add(byCode);
    const named = await client.call(findCounterGoods, { fieldId, name: text.slice(0, 40) });
    const [only] = named;
    if (named.length === 1 && only) add(only);
    else if (only) setFound(named);
    // a pick-up code without the sign that scanners know it by
    else if (isCode(plainCode(text))) await handOut(text);
    else setProblem(t('exchange:counter.unknown', { code: text }));
  };
  const take = async (text: string) => {
    setProblem(undefined);
    setFound([]);
    try {
      const scan = readScan(text, { isMemberCode, hasLines: latest.current.length > 0 });
      if (scan.kind === 'member') await nameMember(scan.code);
      else if (scan.kind === 'pickup') await handOut(scan.code);
      else if (scan.kind === 'pieces') put(withPieces(latest.current, scan.pieces));
      else await findGood(scan.text);
    } catch (error) {
      setProblem(failureMessage(error));
    }
  };
  const clear = () => {
    setMember(undefined);
    setProblem(undefined);
    setFound([]);
    put([]);
  };
  /** A member code serves once: who asks again scans a new one, the goods stay. */
  const leaveMember = () => setMember(undefined);
  return { member, lines, problem, found, handing, put, add, take, clear, leaveMember };
}
