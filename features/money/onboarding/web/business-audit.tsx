import { formatDate } from '#kit/kernel/time.ts';
import { listPage } from '#kit/pages/list-page.tsx';
import { useCall } from '#kit/ui/api.ts';
import { Hint } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { onboardingContract } from '../contract.ts';

function Waiting() {
  const t = useText();
  const { data } = useCall(onboardingContract.countSubmissions, {});
  if (!data) return null;
  return (
    <Hint>{t('onboarding:review.waiting', { untreated: data.untreated, processing: data.processing })}</Hint>
  );
}

/** The shipped list of branches is short; who runs the platform can bring a better one. */
function Branches() {
  const t = useText();
  const { data } = useCall(onboardingContract.readBranchImport, {});
  if (!data) return null;
  return (
    <Hint>
      {data.importedAt
        ? t('onboarding:review.branchesImported', {
            count: data.branches,
            day: formatDate(new Date(data.importedAt), 'Y-m-d'),
          })
        : t('onboarding:review.branchesShipped')}
    </Hint>
  );
}

/** Business data of all organisations, for auditors. */
export default listPage({
  endpoint: onboardingContract.listSubmissions,
  columns: [
    { key: 'tenantName', label: 'onboarding:field.tenant' },
    { key: 'idCardName', phone: 'more' },
    'registeredName',
    { key: 'kindName', label: 'onboarding:field.kind' },
    { key: 'createdAt', label: 'onboarding:field.submittedAt' },
    { key: 'auditorName', label: 'onboarding:field.auditor', phone: false },
    { key: 'decidedAt', phone: false },
    'state',
  ],
  search: 'keyword',
  searchHint: 'onboarding:review.search',
  filters: ['state'],
  rowTo: (row) => `/business_audit_detail?id=${row.id}`,
  empty: { title: 'onboarding:review.empty', hint: 'onboarding:review.emptyHint' },
  header: (
    <>
      <Waiting />
      <Branches />
    </>
  ),
});
