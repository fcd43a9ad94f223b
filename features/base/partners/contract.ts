import { agentsContract } from './contract/agents.ts';
import { franchiseesContract } from './contract/franchisees.ts';
import { ownOrganisationContract } from './contract/own-organisation.ts';
import { registrationContract } from './contract/registration.ts';
import { reviewsContract } from './contract/reviews.ts';

export const partnersContract = {
  ...registrationContract,
  ...ownOrganisationContract,
  ...franchiseesContract,
  ...agentsContract,
  ...reviewsContract,
};
