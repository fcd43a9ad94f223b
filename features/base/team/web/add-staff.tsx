import { SegmentedControl } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { useText } from '#kit/ui/i18n.ts';
import { InvitationForm } from './invitation-form.tsx';
import { StaffForm } from './staff-form.tsx';

/** A new sub-account, a change of one (`?id=`), or a link by which a person registers on their own (`?way=invite`). */
export default function AddStaff() {
  const t = useText();
  const [query, setQuery] = useSearchParams();
  const id = query.get('id') ?? undefined;
  const invite = !id && query.get('way') === 'invite';
  return (
    <>
      {!id && (
        <SegmentedControl
          mb="md"
          value={invite ? 'invite' : 'create'}
          onChange={(way) => setQuery(way === 'invite' ? { way } : {}, { replace: true })}
          data={[
            { value: 'create', label: t('team:page.staff.create') },
            { value: 'invite', label: t('team:page.staff.invite') },
          ]}
          aria-label={t('team:page.staff.way')}
        />
      )}
      {invite ? <InvitationForm /> : <StaffForm key={id ?? 'new'} id={id} />}
    </>
  );
}
