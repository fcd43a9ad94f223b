import { fieldAt, meaningOf } from '#kit/contract/meaning.ts';
import { MeaningView } from '#kit/ui/meaning-view.tsx';
import type { ExchangeAccount } from '../contract/exchange.ts';
import { coinsContract } from '../contract.ts';

const online = meaningOf(fieldAt(coinsContract.readExchangeAccount.output, 'online')!);

export const OnlineBadge = ({ account }: { account: ExchangeAccount }) => (
  <MeaningView meaning={online} row={account} path="online" />
);
