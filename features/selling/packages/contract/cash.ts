import { z } from 'zod';
import { askedField } from '#features/money/allowance/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { choiceOf, id, ids, int, pageInput, pageOf } from '#kit/contract/schemas.ts';
import { creationTime, siteFields } from '#kit/contract/things.ts';
import { noteValuesYuan } from '#kit/protocol/types/groups.ts';
import { edit, pricesChanged, view } from './shared.ts';

const base = '/api/blade-cashPackage/cashPackage' as const;
const note = () => choiceOf('packages:noteName', noteValuesYuan);
/** What a machine can be told. */
const bonus = () => int(1, 500);

const cashRecord = z.object({
  id: z.string(),
  ...siteFields,
  yuan: note(),
  bonusCoins: z.int(),
  createdAt: creationTime(),
});
export type CashRecord = z.infer<typeof cashRecord>;

export const cashCalls = {
  listCashPackages: get(`${base}/list`, view, {
    input: pageInput({ fieldId: id().optional() }, ['yuan', 'createdAt']),
    output: pageOf(cashRecord),
    refreshedBy: [pricesChanged],
    summary: 'What sites give on top for banknotes',
  }),
  saveCashPackage: post(`${base}/submit`, edit, {
    place: 'json',
    input: z.object({ id: id().optional(), fieldId: id(), yuan: note(), bonusCoins: bonus() }),
    output: z.object({ id: z.string(), ...askedField }),
    emits: [pricesChanged],
    summary: 'What a site gives on top for a banknote; machines give it once it was sent to them',
  }),
  removeCashPackages: post(`${base}/remove`, edit, {
    input: z.object({ ids: ids() }),
    emits: [pricesChanged],
    summary: 'Nothing on top for these banknotes any more, once that was sent to the machines',
  }),
  copyCashPackages: post(`${base}/copyToFields`, edit, {
    place: 'json',
    input: z.object({ ids: ids(noteValuesYuan.length), fieldIds: ids(50) }),
    output: z.object({ added: z.int(), changed: z.int(), ...askedField }),
    emits: [pricesChanged],
    summary: 'Copies cash packages to other sites; one for the same banknote there becomes equal',
  }),
  restoreCashPackages: get(`${base}/recoveryCashPackageByField`, edit, {
    changes: true,
    input: z.object({ fieldId: id() }),
    emits: [pricesChanged],
    summary: 'What a site begins with: nothing on top for any banknote, once that was sent to the machines',
  }),
  sendCashPackages: post(`${base}/sendTopic`, permit('packages.send'), {
    input: z.object({ fieldId: id() }),
    output: z.object({ batchId: z.string() }),
    summary: 'Sends what a site gives on top to its coin-exchange machines; each confirms for itself',
  }),
};
