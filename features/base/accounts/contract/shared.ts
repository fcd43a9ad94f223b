import { z } from 'zod';
import { permit, realms } from '#kit/contract/endpoint.ts';
import {
  basisPoints,
  bool,
  choiceOf,
  cipher,
  flagOf,
  id,
  instant,
  picture,
  shownPhone,
} from '#kit/contract/schemas.ts';
import { creationTime } from '#kit/contract/things.ts';

/** The rights of this feature. A key has the same realms wherever it stands. */
export const rights = {
  staffView: permit('accounts.staffView', ...realms),
  staffEdit: permit('accounts.staffEdit', ...realms),
  roleEdit: permit('accounts.roleEdit', ...realms),
  logView: permit('accounts.logView', ...realms),
  merchantEdit: permit('accounts.merchantEdit', 'merchant'),
  franchiseeView: permit('accounts.franchiseeView', 'merchant'),
  franchiseeEdit: permit('accounts.franchiseeEdit', 'merchant'),
  agentView: permit('accounts.agentView', 'agent', 'platform'),
  agentEdit: permit('accounts.agentEdit', 'agent', 'platform'),
  review: permit('accounts.review', 'platform'),
};

export const reviewStates = ['untreated', 'passed', 'rejected'] as const;
export type ReviewState = (typeof reviewStates)[number];
export const tenantStates = ['active', 'disabled'] as const;
export const smsPurposes = ['login', 'register', 'reset', 'phone', 'invite', 'card'] as const;
export type SmsPurpose = (typeof smsPurposes)[number];
/** players ask by calls of their own */
export type CodePurpose = SmsPurpose | 'player' | 'payPassword' | 'playerPhone' | 'ownData' | 'leaving';

/** Of the answer to the call that sent the code. Guesses without one share a count with those of strangers. */
export const codeTicket = { codeTicket: z.string().max(120).optional() };
export const sentCode = z.object({ waitSeconds: z.int(), codeTicket: z.string() });
/** The picture's key and its characters, where one was asked for; the headers of the log-in serve too. */
export const captchaAnswer = {
  captchaKey: z.string().max(64).optional(),
  captchaCode: z.string().trim().max(8).optional(),
};

export const sexes = [0, 1, 2] as const;
export type Sex = (typeof sexes)[number];

export const reviewState = () =>
  choiceOf('accounts:review', reviewStates, { untreated: 'waiting', passed: 'good', rejected: 'bad' });
export const tenantState = () =>
  choiceOf('accounts:tenantState', tenantStates, { active: 'good', disabled: 'quiet' });
export const realm = () => choiceOf('accounts:realm', realms);
export const sex = () => choiceOf('accounts:sex', sexes);
/** Whether an account may log in. */
export const enabled = () => flagOf('accounts:enabled', { yes: 'good', no: 'quiet' });

export const tenantNumber = () => z.string().regex(/^\d{6,9}$/);
/** SM2 ciphertext of a new password; the rule 8–16 is checked after decryption. */
export const newPassword = () => cipher();
export const share = () => basisPoints();
export const siteChoice = {
  /** true: every site of the merchant, also future ones; then siteIds does not count */
  allSites: bool().default(false),
  siteIds: z.array(id()).max(500).default([]).meta({ field: 'references' }),
};

export const userRecord = z.object({
  id: z.string(),
  tenantId: z.string(),
  account: z.string(),
  name: z.string(),
  realName: z.string(),
  avatar: picture(),
  email: z.string(),
  phone: shownPhone(),
  sex: sex(),
  roleId: z.string(),
  roleName: z.string(),
  userType: z.int(),
  enabled: enabled(),
  allSites: z.boolean(),
  siteIds: z.array(z.string()),
  lastLoginAt: instant().nullable(),
  createdAt: creationTime(),
});

interface TreeShape {
  id: string;
  parentId: string;
  title: string;
  key: string;
  value: string;
  hasChildren: boolean;
  children?: TreeShape[];
}
/** The wire's tree for choosing: grant-tree, role/tree. */
export const treeNode: z.ZodType<TreeShape, TreeShape> = z
  .object({
    id: z.string(),
    parentId: z.string(),
    title: z.string(),
    key: z.string(),
    value: z.string(),
    hasChildren: z.boolean(),
    get children() {
      return z.array(treeNode).optional();
    },
  })
  .meta({ id: 'TreeNode' });
export type TreeNode = TreeShape;
