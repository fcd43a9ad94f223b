import { accountsContract } from '#features/base/accounts/contract.ts';
import { partnersContract } from '#features/base/partners/contract.ts';
import { teamContract } from '#features/base/team/contract.ts';
import { useCall } from '#kit/ui/api.ts';
import { useCan, useSession } from '#kit/ui/session.ts';
import { type StartStep, startSteps } from './steps.ts';

/** Counted from what really exists; what the reader may not do is no step for them. undefined while it is not known. */
export function useOrganisationSteps(enabled = true): StartStep[] | undefined {
  const user = useSession();
  const maySeeRoles = useCan(teamContract.listRoles);
  const mayEditRoles = useCan(teamContract.saveRole) && maySeeRoles;
  const mayAddStaff = useCan(teamContract.saveStaff);
  const maySeeAgents = useCan(partnersContract.listAgents);
  const mayEditContact = useCan(partnersContract.saveServiceContact);
  const { userNumbers } = accountsContract;
  const { listAgents, serviceContact } = partnersContract;
  const numbers = useCall(userNumbers, {}, { enabled: enabled && (mayEditRoles || mayAddStaff) });
  const agents = useCall(listAgents, {}, { enabled: enabled && maySeeAgents });
  const contact = useCall(serviceContact, {}, { enabled: enabled && mayEditContact });
  if (!user || !enabled || numbers.isLoading || agents.isLoading || contact.isLoading) return undefined;
  return startSteps(user.realm, {
    roles: mayEditRoles ? numbers.data?.roleNumber : undefined,
    staff: mayAddStaff ? numbers.data?.subUserNumber : undefined,
    agents: agents.data?.length,
    contacts: contact.data && (contact.data.phone ? 1 : 0),
  });
}
