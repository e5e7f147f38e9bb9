import { useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { api, unwrap } from '../../api/client.ts';
import { usePasskeys, useSecondFactor } from './account-queries.ts';
import { ReauthenticateForm } from './reauthenticate-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Renews the recovery codes, which replace the authenticator app and passkeys alike. Empty without either. */
export function RecoveryPanel() {
  const heading = useId();
  const secondFactor = useSecondFactor().data;
  const passkeys = usePasskeys().data?.passkeys ?? [];
  const queryClient = useQueryClient();
  const [codes, setCodes] = useState<string[]>();
  if (!secondFactor || !(secondFactor.isOn || passkeys.length > 0)) return null;
  return (
    <section className="panel" aria-labelledby={heading}>
      <div className="panel-head">
        <h2 id={heading}>Recovery codes</h2>
      </div>
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : (
        <ReauthenticateForm
          text={`${secondFactor.recoveryCodesLeft} of 10 recovery codes are left. Each signs you in once if you do not have your phone or your passkey at hand.`}
          action="Make new recovery codes"
          send={(currentPassword) =>
            unwrap(api.client.account['second-factor']['recovery-codes'].$post({ json: { currentPassword } }))
          }
          onSuccess={({ recoveryCodes }) => {
            setCodes(recoveryCodes);
            queryClient.invalidateQueries({ queryKey: ['account'] });
          }}
        />
      )}
    </section>
  );
}
