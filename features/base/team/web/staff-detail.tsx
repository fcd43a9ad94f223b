import { Button, Group, Text } from '@mantine/core';
import { Link, useSearchParams } from 'react-router';
import { UserAvatar } from '#features/base/accounts/web/public.ts';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import type { Action } from '#kit/pages/actions.ts';
import { defineDetail } from '#kit/pages/detail-definition.ts';
import { DetailPage } from '#kit/pages/detail-page.tsx';
import { invalidate } from '#kit/ui/api.ts';
import { client } from '#kit/ui/client.ts';
import { EmptyState } from '#kit/ui/feedback.tsx';
import { FieldView } from '#kit/ui/field-view.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { navigation } from '#kit/ui/navigation.ts';
import { teamContract } from '../contract.ts';
import { LogEntries } from './log-entries.tsx';
import { editStaff, removeStaff, resetStaffPassword, staffAccess } from './staff-actions.ts';

const { staffDetail } = teamContract;
type Staff = OutputOf<typeof staffDetail>;

function StaffHeader({ staff }: { staff: Staff }) {
  return (
    <Group wrap="nowrap">
      <UserAvatar name={staff.name} avatar={staff.avatar} size={52} />
      <div>
        <Text fw={650} size="lg">
          {staff.name}
        </Text>
        <Text size="sm" c="dimmed">
          {staff.account}
        </Text>
      </div>
      <FieldView of={staffDetail} data={staff} path="enabled" />
    </Group>
  );
}

function ChooseOne() {
  const t = useText();
  return (
    <EmptyState
      title={t('team:page.staff.chooseOne')}
      action={
        <Button component={Link} to="/managezzh">
          {t('team:screen.staff')}
        </Button>
      }
    />
  );
}

/** Nobody changes an account that may do more than they. */
const ifEditable = (action: Action<Staff>): Action<Staff> => ({
  ...action,
  visible: (staff) => staff.editable && (action.visible?.(staff) ?? true),
});

/** The page goes first: refreshing a removed record would only show that it is gone. */
async function removeAndLeave(staff: Staff): Promise<void> {
  await client.call(teamContract.removeStaff, { ids: [staff.id] });
  navigation.back();
  await invalidate(teamContract.listStaff);
}

const detailOf = (id: string | null) =>
  defineDetail({
    endpoint: staffDetail,
    input: id ? { id } : undefined,
    choose: () => <ChooseOne />,
    texts: 'team',
    header: (staff) => <StaffHeader staff={staff} />,
    sections: [
      {
        rows: [
          'realName',
          'phone',
          { key: 'roleName', label: 'team:field.role' },
          { key: 'siteText', label: 'team:field.sites', wide: true },
          'createdAt',
          'lastLoginAt',
          'lastLoginAddress',
        ],
      },
      {
        title: 'team:page.recentLog',
        content: (staff) => <LogEntries entries={staff.recentLog} />,
      },
    ],
    actions: [{ ...editStaff, primary: true }, resetStaffPassword].map(ifEditable),
    danger: [
      ...staffAccess,
      { ...removeStaff, call: undefined, needs: teamContract.removeStaff, run: removeAndLeave },
    ].map(ifEditable),
  });

export default function StaffDetail() {
  const [query] = useSearchParams();
  return <DetailPage definition={detailOf(query.get('id'))} />;
}
