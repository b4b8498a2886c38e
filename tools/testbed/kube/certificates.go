package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"slices"
	"time"
)

const tenYears = 10 * 365 * 24 * time.Hour

// keyPair is a certificate and its key, as stored in NAME.crt and NAME.key.
type keyPair struct {
	cert            *x509.Certificate
	key             *ecdsa.PrivateKey
	certPEM, keyPEM []byte
}

// ensurePair loads NAME.crt and NAME.key from dir, or makes them from template,
// signed by ca (nil: a CA that signs itself). A pair that ca did not sign or
// that lacks one of template's names is made anew.
func ensurePair(dir, name string, template *x509.Certificate, ca *keyPair) (*keyPair, error) {
	certFile, keyFile := filepath.Join(dir, name+".crt"), filepath.Join(dir, name+".key")
	old, err := loadPair(certFile, keyFile)
	switch {
	case err == nil && (ca == nil || (old.cert.CheckSignatureFrom(ca.cert) == nil && coversNames(old.cert, template))):
		return old, nil
	case err != nil && !os.IsNotExist(err):
		return nil, err
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	der, err := sign(template, key, ca)
	if err != nil {
		return nil, err
	}
	keyDER, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return nil, err
	}
	if err := writePEM(certFile, "CERTIFICATE", der, 0o644); err != nil {
		return nil, err
	}
	if err := writePEM(keyFile, "EC PRIVATE KEY", keyDER, 0o600); err != nil {
		return nil, err
	}
	return loadPair(certFile, keyFile)
}

func sign(template *x509.Certificate, key *ecdsa.PrivateKey, ca *keyPair) ([]byte, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 62))
	if err != nil {
		return nil, err
	}
	template.SerialNumber = serial
	template.NotBefore = time.Now().Add(-time.Hour) // clocks of other hosts may be behind
	template.NotAfter = time.Now().Add(tenYears)
	template.KeyUsage = x509.KeyUsageDigitalSignature | x509.KeyUsageKeyEncipherment
	if ca != nil {
		return x509.CreateCertificate(rand.Reader, template, ca.cert, &key.PublicKey, ca.key)
	}
	template.IsCA, template.BasicConstraintsValid = true, true
	template.KeyUsage |= x509.KeyUsageCertSign
	return x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
}

func loadPair(certFile, keyFile string) (*keyPair, error) {
	pair := &keyPair{}
	var err error
	if pair.certPEM, err = os.ReadFile(certFile); err != nil {
		return nil, err
	}
	if pair.keyPEM, err = os.ReadFile(keyFile); err != nil {
		return nil, err
	}
	certBlock, _ := pem.Decode(pair.certPEM)
	keyBlock, _ := pem.Decode(pair.keyPEM)
	if certBlock == nil || keyBlock == nil {
		return nil, fmt.Errorf("%s or %s holds no PEM", certFile, keyFile)
	}
	if pair.cert, err = x509.ParseCertificate(certBlock.Bytes); err != nil {
		return nil, fmt.Errorf("%s: %w", certFile, err)
	}
	if pair.key, err = x509.ParseECPrivateKey(keyBlock.Bytes); err != nil {
		return nil, fmt.Errorf("%s: %w", keyFile, err)
	}
	return pair, nil
}

func writePEM(file, kind string, der []byte, mode os.FileMode) error {
	return os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), mode)
}

// coversNames tells whether cert is valid for every name and address of template.
func coversNames(cert, template *x509.Certificate) bool {
	for _, name := range template.DNSNames {
		if !slices.Contains(cert.DNSNames, name) {
			return false
		}
	}
	for _, ip := range template.IPAddresses {
		if !slices.ContainsFunc(cert.IPAddresses, ip.Equal) {
			return false
		}
	}
	return true
}

func caTemplate(commonName string) *x509.Certificate {
	return &x509.Certificate{Subject: pkix.Name{CommonName: fmt.Sprintf("%s@%d", commonName, time.Now().Unix())}}
}

func clientTemplate(user string, groups ...string) *x509.Certificate {
	return &x509.Certificate{
		Subject:     pkix.Name{CommonName: user, Organization: groups},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth},
	}
}

// serverTemplate takes names and addresses mixed; repeated ones are dropped.
func serverTemplate(commonName string, names []string) *x509.Certificate {
	template := &x509.Certificate{
		Subject:     pkix.Name{CommonName: commonName},
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			continue
		}
		if ip := net.ParseIP(name); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, name)
		}
	}
	return template
}
