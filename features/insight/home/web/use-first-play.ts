import { sitesContract } from '#features/base/sites/contract.ts';
import { fleetContract } from '#features/machines/fleet/contract.ts';
import { pairingContract } from '#features/machines/pairing/contract.ts';
import { onboardingContract } from '#features/money/onboarding/contract.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useCall } from '#kit/ui/api.ts';
import { useCan, useSession } from '#kit/ui/session.ts';
import { firstPlaySteps, type PlayStep } from './steps.ts';

export type FirstMachine = NonNullable<OutputOf<typeof fleetContract.readFirstMachine>['machine']>;

/** Machines speak and players pay without telling this page: it looks. */
const lookAgainMs = 4000;
const franchiseeType = 4;

export interface FirstPlay {
  steps: PlayStep[];
  machine: FirstMachine | undefined;
}

/** The facts behind the steps, each of its owner and none of them kept here; undefined while they are not known. */
export function useFirstPlay(): FirstPlay | undefined {
  const user = useSession();
  const mayAddSite = useCan(sitesContract.createSite);
  const maySeeMachines = useCan(fleetContract.readFirstMachine);
  const mayRegister = useCan(fleetContract.registerDevice);
  const mayPair = useCan(pairingContract.startPairing);
  const mayPrice = useCan(fleetContract.updateDevice);
  const mayHandIn = useCan(onboardingContract.saveBusinessData);
  const mayReadProducts = useCan(onboardingContract.readProducts);
  // a franchisee's papers are for being paid out; who collects is the organisation
  const mayPay = mayHandIn && mayReadProducts && user?.userType !== franchiseeType;
  const look = { refetchMs: lookAgainMs };
  // the page that shows these steps sees by it when they are over
  useCall(ordersContract.readFirstPlay, {}, look);
  const sites = useCall(sitesContract.countUserSiteDevices, {}, { enabled: mayAddSite });
  const first = useCall(fleetContract.readFirstMachine, {}, { ...look, enabled: maySeeMachines });
  const products = useCall(onboardingContract.readProducts, {}, { enabled: mayPay });
  if (sites.isLoading || first.isLoading || products.isLoading) return undefined;
  const { machine = null, heard, priced, labelled } = first.data ?? {};
  const known = machine ?? undefined;
  const state = products.data?.state;
  const reviewed = state === 'untreated' || state === 'processing';
  const steps = firstPlaySteps({
    reached: {
      site: mayAddSite && sites.data ? sites.data.length > 0 : undefined,
      device: mayRegister && first.data ? machine !== null : undefined,
      wifi: mayPair ? heard : undefined,
      price: mayPrice ? priced : undefined,
      payment: mayPay ? products.data?.playersCanPay : undefined,
      label: labelled,
      // who has played is past these steps
      play: first.data ? false : undefined,
    },
    machine: known,
    waiting: reviewed ? ['payment'] : [],
  });
  return { steps, machine: known };
}
