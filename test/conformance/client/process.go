// Package client speaks to a compiled provider as Terraform core does: it starts the program through go-plugin with mutual TLS,
// and calls the methods of protocol 6 with real cty values.
package client

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"
)

// handshake is what Terraform core has of every provider.
var handshake = plugin.HandshakeConfig{
	ProtocolVersion:  4,
	MagicCookieKey:   "TF_PLUGIN_MAGIC_COOKIE",
	MagicCookieValue: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2",
}

// largestMessage is Terraform core's limit of a message, in bytes.
const largestMessage = 256 << 20

// Provider is a running process of the provider with one connection. One case at a time uses it.
type Provider struct {
	Schemas *Schemas
	// Log is all that the process wrote to standard error since Log.Take was called last.
	Log *Log
	// OnResponse sees every message that the provider sends.
	OnResponse func(method string, response proto.Message)

	process  *plugin.Client
	conn     *grpc.ClientConn
	deadline time.Duration
}

// Start starts the program and reads what it offers.
func Start(program string, deadline time.Duration) (*Provider, error) {
	p := &Provider{Log: &Log{}, deadline: deadline}
	command := exec.Command(program)
	for _, variable := range os.Environ() {
		if !strings.HasPrefix(variable, "COFFER_") && !strings.HasPrefix(variable, "TF_") {
			command.Env = append(command.Env, variable)
		}
	}
	p.process = plugin.NewClient(&plugin.ClientConfig{
		HandshakeConfig:  handshake,
		VersionedPlugins: map[int]plugin.PluginSet{5: {"provider": noProtocol5{}}, 6: {"provider": protocol6{}}},
		Cmd:              command,
		SkipHostEnv:      true,
		AutoMTLS:         true,
		Managed:          true,
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		Logger:           hclog.NewNullLogger(),
		Stderr:           p.Log,
		SyncStdout:       io.Discard,
		SyncStderr:       p.Log,
	})
	connection, err := p.process.Client()
	if err != nil {
		p.Stop()
		return nil, fmt.Errorf("the provider does not start: %w\n%s", err, p.Log.Take())
	}
	dispensed, err := connection.Dispense("provider")
	if err != nil {
		p.Stop()
		return nil, err
	}
	p.conn = dispensed.(*grpc.ClientConn)
	if p.Schemas, err = readSchemas(p); err != nil {
		p.Stop()
		return nil, err
	}
	return p, nil
}

// Stop asks the process to end, and ends it when it does not.
func (p *Provider) Stop() {
	p.process.Kill()
}

// Exited says whether the process is gone.
func (p *Provider) Exited() bool {
	return p.process.Exited()
}

// Call calls the method that the message belongs to, and waits for its answer up to the deadline.
func (p *Provider) Call(request, response proto.Message) error {
	ctx, cancel := context.WithTimeout(context.Background(), p.deadline)
	defer cancel()
	method := methodOf(request)
	if err := p.conn.Invoke(ctx, "/tfplugin6.Provider/"+method, request, response, callOptions...); err != nil {
		return fmt.Errorf("%s was not answered: %w", method, err)
	}
	p.see(method, response)
	return nil
}

// Stream calls a method that answers with several messages. `next` makes the message to receive into; `each` gets every one.
func Stream[M proto.Message](p *Provider, request proto.Message, next func() M, each func(M)) error {
	ctx, cancel := context.WithTimeout(context.Background(), p.deadline)
	defer cancel()
	method := methodOf(request)
	stream, err := p.conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, "/tfplugin6.Provider/"+method, callOptions...)
	if err == nil {
		err = stream.SendMsg(request)
	}
	if err == nil {
		err = stream.CloseSend()
	}
	for err == nil {
		message := next()
		if err = stream.RecvMsg(message); err == nil {
			p.see(method, message)
			each(message)
		}
	}
	if !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s was not answered: %w", method, err)
	}
	return nil
}

func (p *Provider) see(method string, response proto.Message) {
	if p.OnResponse != nil {
		p.OnResponse(method, response)
	}
}

var callOptions = []grpc.CallOption{
	grpc.MaxCallRecvMsgSize(largestMessage), grpc.MaxCallSendMsgSize(largestMessage),
}

// methodOf is the method of a request: that of `PlanResourceChange.Request` is `PlanResourceChange`.
func methodOf(request proto.Message) string {
	return string(request.ProtoReflect().Descriptor().Parent().Name())
}

type protocol6 struct{ plugin.Plugin }

func (protocol6) GRPCServer(*plugin.GRPCBroker, *grpc.Server) error {
	return errors.New("this is a client")
}

func (protocol6) GRPCClient(_ context.Context, _ *plugin.GRPCBroker, conn *grpc.ClientConn) (any, error) {
	return conn, nil
}

// noProtocol5 is offered, as core offers it, and must not be chosen.
type noProtocol5 struct{ protocol6 }

func (noProtocol5) GRPCClient(context.Context, *plugin.GRPCBroker, *grpc.ClientConn) (any, error) {
	return nil, errors.New("the provider chose protocol 5, which it does not speak")
}
