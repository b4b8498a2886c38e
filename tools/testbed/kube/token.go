package main

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

var bootstrapTokenForm = regexp.MustCompile(`^[a-z0-9]{6}\.[a-z0-9]{16}$`)

// caHash is the hash in a K3s token: sha256 over the CA's PEM bytes as served at /cacerts.
func caHash(caPEM []byte) string {
	sum := sha256.Sum256(caPEM)
	return hex.EncodeToString(sum[:])
}

// secureToken is K10<hash>::<user>:<password>, or K10<hash>::<id>.<secret> for a bootstrap token.
func secureToken(caPEM []byte, user, password string) string {
	if bootstrapTokenForm.MatchString(password) {
		return "K10" + caHash(caPEM) + "::" + password
	}
	return "K10" + caHash(caPEM) + "::" + user + ":" + password
}

// parseToken splits a token in any of K3s's forms into the CA hash ("" if none)
// and the password.
func parseToken(token string) (hash, password string, err error) {
	rest := strings.TrimSpace(token)
	if rest == "" {
		return "", "", errors.New("token is required")
	}
	if !strings.HasPrefix(rest, "K10") {
		return "", rest, nil
	}
	hash, rest, ok := strings.Cut(rest[len("K10"):], "::")
	if !ok || len(hash) != hex.EncodedLen(sha256.Size) {
		return "", "", errors.New("invalid token format")
	}
	if bootstrapTokenForm.MatchString(rest) {
		return hash, rest, nil
	}
	if _, password, ok = strings.Cut(rest, ":"); !ok {
		return "", "", errors.New("invalid token format")
	}
	return hash, password, nil
}

// bootstrapTokenFor turns a free-form password into a bootstrap token, the only
// form that the API server's token authenticator takes. Server and agent hash
// the same password to the same token.
func bootstrapTokenFor(password string) (id, secret string) {
	if id, secret, ok := strings.Cut(password, "."); ok && bootstrapTokenForm.MatchString(password) {
		return id, secret
	}
	idSum := sha256.Sum256([]byte("k3s-testbed-id:" + password))
	secretSum := sha256.Sum256([]byte("k3s-testbed-secret:" + password))
	return hex.EncodeToString(idSum[:])[:6], hex.EncodeToString(secretSum[:])[:16]
}

// ensureToken settles the password with which nodes join and writes it in K3s's
// two files. It comes from given, else from an earlier start, else by chance.
func ensureToken(serverDir, given string, caPEM []byte) (password string, err error) {
	tokenFile := filepath.Join(serverDir, "token")
	if given == "" {
		earlier, err := os.ReadFile(tokenFile)
		switch {
		case err == nil:
			given = string(earlier)
		case os.IsNotExist(err):
			given = rand.Text()
		default:
			return "", err
		}
	}
	hash, password, err := parseToken(given)
	if err != nil {
		return "", err
	}
	if hash != "" && hash != caHash(caPEM) {
		return "", errors.New("the token's CA hash is not that of this server's CA")
	}
	for user, file := range map[string]string{"server": tokenFile, "node": filepath.Join(serverDir, "node-token")} {
		if err := os.WriteFile(file, []byte(secureToken(caPEM, user, password)+"\n"), 0o600); err != nil {
			return "", err
		}
	}
	return password, nil
}

func printToken(args []string) error {
	flags := newFlags("token")
	dataDir := flags.StringP("data-dir", "d", defaultDataDir, "data folder")
	if err := flags.Parse(args); err != nil {
		return err
	}
	token, err := os.ReadFile(filepath.Join(*dataDir, "server", "node-token"))
	if err != nil {
		return err
	}
	fmt.Print(string(token))
	return nil
}
