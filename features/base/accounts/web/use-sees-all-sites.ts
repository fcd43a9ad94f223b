import { useCall } from '#kit/ui/api.ts';
import { useSession } from '#kit/ui/session.ts';
import { accountsContract } from '../contract.ts';

/** The wire's userType of a merchant's own account. */
const ownerType = 2;

/** Whether the reader's account is for all sites: the owner's is by itself. */
export default function useSeesAllSites(): boolean {
  const isOwner = useSession()?.userType === ownerType;
  const { data: me } = useCall(accountsContract.info, {}, { enabled: !isOwner });
  return isOwner || me?.allSites === true;
}
