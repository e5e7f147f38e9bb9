import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './account.module.css';

/** Shows new recovery codes. They are shown once, because the server stores only their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className={classes.form}>
      <p role="status">
        <strong>Keep these recovery codes.</strong> Each signs you in once if you do not have your phone or your passkey
        at hand. They are not shown again.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <CopyButton text={codes.join('\n')}>Copy them</CopyButton>
        <Button variant="filled" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
