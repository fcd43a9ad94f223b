import { DepositingPage } from './depositing.tsx';

/** /depositing_tickets */
export default function DepositingTickets() {
  return <DepositingPage unit="ticket" />;
}
