import { dayMs, hourMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { type DemoPart, demoTenants } from '#kit/server/demo.ts';
import type { Services } from '#kit/server/services.ts';
import { userTypes } from '#kit/server/session.ts';
import { demoSubMerchants } from '#providers/demo-people.ts';
import { drawnCard } from './demo/draw-card.ts';
import { neededPhotos, type PhotoKind, photoKinds } from './fields.ts';
import { type Decision, decide, takeForAudit } from './server/audit-submission.ts';
import { actingAs, actingAsAuditor } from './server/demo-acting.ts';
import { type BusinessInput, saveDraft, submitDraft } from './server/save-business-data.ts';
import { attachPhoto, sealPhoto } from './server/seal-photo.ts';

type DemoBusiness = BusinessInput & { kind: NonNullable<BusinessInput['kind']> };

interface Paper {
  account: string;
  tenantId: string;
  name: string;
  hoursAgo: number;
  data: DemoBusiness;
  decided?: Omit<Decision, 'id'>;
}

/** Numbers with true check digits that belong to nobody: serial numbers of zeros. */
const papers: readonly Paper[] = [
  {
    account: 'merchant',
    tenantId: demoTenants.merchant,
    name: '陈立新',
    hoursAgo: 260 * 24,
    data: {
      kind: 'individual',
      idCardName: '陈立新',
      idCardNumber: '33010619850101001X',
      contactPhone: '13800000003',
      contactEmail: 'chen@example.com',
      regionCode: '330106',
      address: '文三路 508 号 2 层',
      businessCategoryCode: 10401,
      registeredName: '杭州西湖欢乐抓抓乐园',
      licenceNumber: '92330106MA00000013',
      legalPerson: '陈立新',
      accountType: 'private',
      accountName: '陈立新',
      bankCode: 'ICBC',
      bankRegionCode: '330106',
      branchName: '中国工商银行浙江省分行',
      cardNumber: '6222020000000000018',
    },
    decided: {
      passed: true,
      reason: '',
      wechatSubMerchant: demoSubMerchants.wechat,
      alipaySubMerchant: demoSubMerchants.alipay,
    },
  },
  {
    account: 'merchant2',
    tenantId: demoTenants.merchant2,
    name: '林晓彤',
    hoursAgo: 6,
    data: {
      kind: 'individual',
      idCardName: '林晓彤',
      idCardNumber: '320508199002020026',
      contactPhone: '13800000004',
      regionCode: '320508',
      address: '观前街 66 号',
      businessCategoryCode: 10401,
      registeredName: '苏州姑苏星河电玩城',
      licenceNumber: '92320508MA0000002K',
      legalPerson: '林晓彤',
      accountType: 'private',
      accountName: '林晓彤',
      bankCode: 'CCB',
      bankRegionCode: '320508',
      branchName: '中国建设银行苏州分行',
      cardNumber: '6217000000000000020',
    },
  },
  {
    account: 'candybox',
    tenantId: '100006',
    name: '何佳怡',
    hoursAgo: 20,
    data: {
      kind: 'person',
      idCardName: '何佳怡',
      idCardNumber: '33020319950303004X',
      contactPhone: '13800000011',
      regionCode: '330203',
      address: '天一广场 3 号门',
      businessCategoryCode: 10401,
      accountType: 'private',
      accountName: '何佳怡',
      bankCode: 'ABC',
      bankRegionCode: '330203',
      branchName: '中国农业银行宁波市分行',
      cardNumber: '6228480000000000034',
    },
    decided: { passed: false, reason: '手持身份证照片模糊，看不清证件号码，请重新拍摄后提交' },
  },
];

async function seedPaper(
  tx: Tx,
  services: Services,
  pictures: Map<PhotoKind, Buffer>,
  paper: Paper,
): Promise<void> {
  const submittedAt = new Date(services.clock.now().getTime() - paper.hoursAgo * hourMs);
  const { account, tenantId, name, data, decided } = paper;
  const merchant = actingAs(services, { account, tenantId, name, userType: userTypes.merchant }, submittedAt);
  const holder = { tenantId, holderId: tenantId };
  for (const kind of neededPhotos[data.kind]) {
    const picture = pictures.get(kind) as Buffer;
    await attachPhoto(tx, merchant, holder, await sealPhoto(services, holder, kind, picture));
  }
  const id = await submitDraft(tx, merchant, holder, await saveDraft(tx, merchant, holder, data));
  if (!decided) return;
  const decidedAt = new Date(
    Math.min(submittedAt.getTime() + dayMs, services.clock.now().getTime() - hourMs),
  );
  const auditor = actingAsAuditor(services, decidedAt);
  await takeForAudit(tx, auditor, id);
  await decide(tx, auditor, { id, ...decided });
}

const part: DemoPart = {
  order: 80,
  async seed(tx, services) {
    const pictures = new Map<PhotoKind, Buffer>();
    for (const kind of photoKinds) pictures.set(kind, await drawnCard(kind));
    for (const paper of papers) await seedPaper(tx, services, pictures, paper);
  },
};
export default part;
