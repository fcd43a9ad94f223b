import { DepositingPage } from './depositing.tsx';

/** /depositing_coins */
export default function DepositingCoins() {
  return <DepositingPage unit="coin" />;
}
