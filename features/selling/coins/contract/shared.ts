import { z } from 'zod';
import { permit } from '#kit/contract/endpoint.ts';
import { dayRange, id } from '#kit/contract/schemas.ts';
import { machineFields as machine, siteFields } from '#kit/contract/things.ts';

export const view = permit('coins.view');
export const edit = permit('coins.edit');
export const issue = permit('coins.issue');
/** decides about what machines told and nobody believes */
export const review = permit('coins.review');
export const cashier = permit('coins.cashier');

/** How the wire names a machine in a record. */
export const machineFields = {
  ...machine,
  /** names the machine when it is gone */
  code: z.string(),
  ...siteFields,
};

export const machineFilters = {
  fieldId: id().optional(),
  equipmentId: id().optional(),
};
export { dayRange as dayFilters };
