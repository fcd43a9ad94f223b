import { z } from 'zod';
import { permit } from '#kit/contract/endpoint.ts';
import { day, id } from '#kit/contract/schemas.ts';

export const view = permit('coins.view');
export const edit = permit('coins.edit');
export const issue = permit('coins.issue');
export const cashier = permit('coins.cashier');

/** How the wire names a machine in a record. */
export const machineFields = {
  equipmentId: z.string(),
  code: z.string(),
  /** null when the machine is gone: then the code names it */
  equipmentNo: z.int().nullable(),
  equipmentName: z.string().nullable(),
  fieldId: z.string(),
  fieldName: z.string(),
};

export const machineFilters = {
  fieldId: id().optional(),
  equipmentId: id().optional(),
};
export const dayFilters = { from: day().optional(), to: day().optional() };
